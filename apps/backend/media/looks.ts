/** What an invented person looks like, from the id alone, so that all her pictures and her profile agree. Pure. */
import type { HairColour } from "@foldcast/rules/performer-attributes"
import { seededRandom } from "../seeded-random.ts"
import type { OklchColour } from "./colour.ts"

export type HairStyle =
  | "straight"
  | "waves"
  | "bob"
  | "bun"
  | "ponytail"
  | "curls"
  | "pixie"
  | "crop"
  | "quiff"
  | "shortCurls"

export interface Looks {
  readonly gender: "female" | "male"
  readonly hairColour: HairColour
  readonly hairStyle: HairStyle
  readonly hair: OklchColour
  readonly skin: OklchColour
}

/** Four in five are women: the grid's base filter is "female". */
const FEMALE_SHARE = 0.8

/** Few colour their hair. */
const COLOURED_SHARE = 0.06

const HAIR: Readonly<Record<HairColour, OklchColour>> = {
  black: { l: 0.24, c: 0.02, h: 290 },
  brown: { l: 0.37, c: 0.055, h: 50 },
  blonde: { l: 0.77, c: 0.09, h: 83 },
  red: { l: 0.49, c: 0.125, h: 42 },
  grey: { l: 0.68, c: 0.012, h: 260 },
  coloured: { l: 0.56, c: 0.11, h: 340 },
}

const SKINS: readonly [OklchColour, ...ReadonlyArray<OklchColour>] = [
  { l: 0.86, c: 0.05, h: 58 },
  { l: 0.82, c: 0.06, h: 54 },
  { l: 0.78, c: 0.072, h: 60 },
  { l: 0.7, c: 0.08, h: 58 },
  { l: 0.6, c: 0.078, h: 54 },
  { l: 0.5, c: 0.068, h: 50 },
  { l: 0.42, c: 0.055, h: 46 },
]

const LONGER = ["straight", "waves", "bob", "bun", "ponytail", "curls", "pixie"] as const
const SHORTER = ["crop", "quiff", "shortCurls"] as const

const NATURAL = ["black", "black", "brown", "brown", "brown", "blonde", "red"] as const
const FAIR = ["brown", "brown", "blonde", "blonde", "red", "black", "grey"] as const
const DARK = ["black", "black", "black", "brown"] as const

const hairColoursFor = (skin: OklchColour) =>
  skin.l > 0.76 ? FAIR : skin.l > 0.55 ? NATURAL : DARK

/** Keeps hair distinguishable from the skin. */
const apart = (hair: number, skin: number) =>
  Math.abs(hair - skin) > 0.12 ? hair : hair < 0.4 ? hair - 0.1 : skin - 0.14

export const looksOf = (id: string): Looks => {
  const random = seededRandom(`looks ${id}`)
  const gender = random.chance(FEMALE_SHARE) ? "female" : "male"
  const skin = random.pick(SKINS)
  const natural: HairColour = random.pick(hairColoursFor(skin))
  // A generator of its own, so that the other looks stay as they were.
  const hairColour = seededRandom(`coloured ${id}`).chance(COLOURED_SHARE) ? "coloured" : natural
  const hair = HAIR[hairColour]
  return {
    gender,
    hairColour,
    hairStyle: random.pick<HairStyle>(gender === "female" ? LONGER : SHORTER),
    hair: {
      ...hair,
      l: apart(hair.l, skin.l) + random.between(-0.03, 0.04),
      h: hair.h + random.between(-6, 6),
    },
    skin,
  }
}
