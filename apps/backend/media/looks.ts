/** What an invented person looks like, from the id alone, so that all her pictures and her profile agree. Pure. */
import type { HairColour } from "@foldcast/rules/performer-attributes"
import { seededRandom, type SeededRandom } from "../seeded-random.ts"
import { ageOf, greyShare } from "./apparent-age.ts"
import type { OklchColour } from "./colour.ts"

export type HairStyle =
  | "straight"
  | "waves"
  | "bob"
  | "lob"
  | "bun"
  | "lowBun"
  | "ponytail"
  | "braids"
  | "curls"
  | "pixie"
  | "crop"
  | "quiff"
  | "sidePart"
  | "shortCurls"
  | "buzz"
  | "tiedBack"

export type Glasses = "round" | "square" | "cat" | "none"
export type Earrings = "studs" | "hoops" | "drops" | "none"
export type Necklace = "chain" | "pendant" | "pearls" | "none"
export type Beard = "stubble" | "short" | "full" | "moustache" | "none"

/** Shares of what is usual: 1 is the middle of all faces. */
export interface Face {
  readonly width: number
  readonly jaw: number
  readonly chin: number
  readonly eyeSize: number
  readonly eyeSpacing: number
  /** How far the outer corners of the eyes are up, in the field's units. */
  readonly eyeTilt: number
  readonly browWeight: number
  readonly browArch: number
  readonly noseWidth: number
  readonly noseLength: number
  readonly mouthWidth: number
  readonly lips: number
}

export interface Looks {
  /** Years. */
  readonly age: number
  readonly gender: "female" | "male"
  readonly hairColour: HairColour
  readonly hairStyle: HairStyle
  readonly hair: OklchColour
  readonly skin: OklchColour
  readonly eyes: OklchColour
  readonly lipColour: OklchColour
  readonly face: Face
  readonly glasses: Glasses
  readonly earrings: Earrings
  readonly necklace: Necklace
  readonly beard: Beard
  readonly hasFreckles: boolean
  /** Where a beauty spot is, -1 left or 1 right. */
  readonly spot: -1 | 0 | 1
}

/** Four in five are women: the grid's base filter is "female". */
const FEMALE_SHARE = 0.8

/** Few colour their hair. */
const COLOURED_SHARE = 0.06

const HAIR: Readonly<Record<HairColour, OklchColour>> = {
  black: { l: 0.25, c: 0.022, h: 285 },
  brown: { l: 0.36, c: 0.06, h: 48 },
  blonde: { l: 0.77, c: 0.095, h: 82 },
  red: { l: 0.5, c: 0.128, h: 42 },
  grey: { l: 0.72, c: 0.012, h: 260 },
  coloured: { l: 0.6, c: 0.13, h: 350 },
}

const SKINS: readonly [OklchColour, ...ReadonlyArray<OklchColour>] = [
  { l: 0.86, c: 0.046, h: 55 },
  { l: 0.84, c: 0.055, h: 56 },
  { l: 0.795, c: 0.066, h: 60 },
  { l: 0.715, c: 0.078, h: 58 },
  { l: 0.61, c: 0.08, h: 53 },
  { l: 0.5, c: 0.07, h: 48 },
  { l: 0.42, c: 0.056, h: 44 },
]

const LONGER = [
  "straight",
  "waves",
  "bob",
  "lob",
  "bun",
  "lowBun",
  "ponytail",
  "braids",
  "curls",
  "pixie",
] as const
const SHORTER = ["crop", "quiff", "sidePart", "shortCurls", "buzz", "tiedBack"] as const

const NATURAL = ["black", "black", "brown", "brown", "brown", "blonde", "red"] as const
const FAIR = ["brown", "brown", "blonde", "blonde", "red", "black", "grey"] as const
const DARK = ["black", "black", "black", "brown"] as const

const hairColoursFor = (skin: OklchColour) =>
  skin.l > 0.76 ? FAIR : skin.l > 0.55 ? NATURAL : DARK

/** Keeps hair distinguishable from the skin. */
const apart = (hair: number, skin: number) =>
  Math.abs(hair - skin) > 0.12 ? hair : hair < 0.4 ? hair - 0.1 : skin - 0.14

const LIGHT_EYES: readonly [OklchColour, ...ReadonlyArray<OklchColour>] = [
  { l: 0.55, c: 0.07, h: 240 },
  { l: 0.5, c: 0.05, h: 225 },
  { l: 0.52, c: 0.075, h: 155 },
  { l: 0.48, c: 0.075, h: 75 },
  { l: 0.36, c: 0.06, h: 55 },
]
const BROWN_EYES: readonly [OklchColour, ...ReadonlyArray<OklchColour>] = [
  { l: 0.36, c: 0.065, h: 55 },
  { l: 0.3, c: 0.05, h: 50 },
  { l: 0.43, c: 0.075, h: 65 },
]

/** Lips are of the skin's warmth, or painted. */
const lipsOf = (random: SeededRandom, skin: OklchColour, isPainted: boolean): OklchColour => {
  // Dark lips on dark skin would hide the smile.
  const own = { l: skin.l - (skin.l > 0.6 ? 0.16 : 0.06), c: skin.c + 0.045, h: 25 }
  if (!isPainted) return { ...own, c: skin.c + 0.02, h: 32, l: own.l + 0.04 }
  return random.pick([
    own,
    own,
    { ...own, c: 0.1, h: 15 },
    { l: Math.min(0.54, Math.max(0.42, skin.l - 0.12)), c: 0.16, h: 24 },
    { l: Math.min(0.5, Math.max(0.37, skin.l - 0.13)), c: 0.12, h: 10 },
    { ...own, c: 0.085, h: 27, l: own.l + 0.03 },
  ])
}

const faceOf = (random: SeededRandom, isFemale: boolean): Face => ({
  width: random.between(0.95, 1.05) * (isFemale ? 1 : 1.04),
  jaw: isFemale ? random.between(0.86, 1.04) : random.between(1.08, 1.26),
  chin: isFemale ? random.between(0.94, 1.05) : random.between(1.02, 1.1),
  eyeSize: isFemale ? random.between(0.98, 1.14) : random.between(0.84, 0.95),
  eyeSpacing: random.between(0.96, 1.06),
  eyeTilt: random.between(-0.4, 2.4),
  browWeight: isFemale ? random.between(0.8, 1.25) : random.between(1.3, 1.8),
  browArch: isFemale ? random.between(0.7, 1.5) : random.between(0.3, 0.8),
  noseWidth: isFemale ? random.between(0.86, 1.1) : random.between(1.02, 1.24),
  noseLength: random.between(0.94, 1.08),
  mouthWidth: isFemale ? random.between(0.92, 1.12) : random.between(1, 1.16),
  lips: isFemale ? random.between(0.9, 1.35) : random.between(0.6, 0.85),
})

const glassesOf = (random: SeededRandom, isFemale: boolean): Glasses => {
  const kind = random.pick(
    isFemale ? (["round", "cat", "square"] as const) : (["square", "round"] as const),
  )
  return random.chance(0.2) ? kind : "none"
}

const EARRINGS = ["studs", "studs", "hoops", "hoops", "drops", "none", "none"] as const
const NECKLACES = ["chain", "pendant", "pearls", "none", "none", "none"] as const
const BEARDS = ["none", "none", "stubble", "stubble", "short", "full", "moustache"] as const

/** Hair that goes gray keeps its warmth as long as any of it is left. */
const greyed = (hair: OklchColour, share: number): OklchColour => ({
  l: hair.l + (HAIR.grey.l - hair.l) * share,
  c: hair.c + (HAIR.grey.c - hair.c) * share,
  h: hair.h,
})

/** From here on one calls it gray. */
const GREY_FROM = 0.55
/** Nobody is gray for no reason. */
const GREY_AGE = 45

export const looksOf = (id: string): Looks => {
  const age = ageOf(id)
  const random = seededRandom(`looks ${id}`)
  const gender = random.chance(FEMALE_SHARE) ? "female" : "male"
  const isFemale = gender === "female"
  const skin = random.pick(SKINS)
  const picked: HairColour = random.pick(hairColoursFor(skin))
  const natural = picked === "grey" && age < GREY_AGE ? "blonde" : picked
  // A generator of its own, so that the other looks stay as they were.
  const ownColour = seededRandom(`coloured ${id}`).chance(COLOURED_SHARE) ? "coloured" : natural
  const grey = ownColour === "coloured" ? 0 : greyShare(id, age)
  const hairColour = grey >= GREY_FROM ? "grey" : ownColour
  const hair = greyed(HAIR[ownColour], grey)
  const hairStyle = random.pick<HairStyle>(isFemale ? LONGER : SHORTER)
  const lightness = apart(hair.l, skin.l) + random.between(-0.03, 0.05)
  const hue =
    hair.h + random.between(-7, 7) + (ownColour === "coloured" ? random.between(-110, 60) : 0)
  return {
    age,
    gender,
    hairColour,
    hairStyle,
    hair: { ...hair, l: lightness, h: hue },
    skin,
    eyes: random.pick(skin.l > 0.79 && ownColour !== "black" ? LIGHT_EYES : BROWN_EYES),
    lipColour: lipsOf(random, skin, isFemale),
    face: faceOf(random, isFemale),
    glasses: glassesOf(random, isFemale),
    earrings: isFemale ? random.pick(EARRINGS) : random.chance(0.1) ? "studs" : "none",
    necklace: isFemale ? random.pick(NECKLACES) : "none",
    beard: isFemale ? "none" : random.pick(BEARDS),
    hasFreckles: skin.l > 0.7 && random.chance(ownColour === "red" ? 0.7 : 0.12),
    spot: random.pick([0, 0, 0, 0, 0, -1, 1]),
  }
}
