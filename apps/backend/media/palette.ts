/** The colours of one scene: its wall, what stands before it, and clothes that stand out. Pure. */
import type { SeededRandom } from "../seeded-random.ts"
import { between, hex, type OklchColour } from "./colour.ts"

export interface Palette {
  readonly top: OklchColour
  readonly bottom: OklchColour
  /** Of things in the room. */
  readonly object: OklchColour
  readonly cloth: OklchColour
  /** A second cloth, of the other lightness. */
  readonly inner: OklchColour
}

interface Scheme {
  readonly wall: OklchColour
  readonly object: OklchColour
  /** Clothes that go with the wall. */
  readonly cloths: readonly [OklchColour, ...ReadonlyArray<OklchColour>]
}

const CREAM: OklchColour = { l: 0.93, c: 0.022, h: 82 }
const INK: OklchColour = { l: 0.28, c: 0.03, h: 265 }
const RUST: OklchColour = { l: 0.56, c: 0.125, h: 42 }
const TEAL: OklchColour = { l: 0.46, c: 0.07, h: 200 }
const ROSE: OklchColour = { l: 0.72, c: 0.09, h: 12 }
const OLIVE: OklchColour = { l: 0.5, c: 0.06, h: 115 }
const PLUM: OklchColour = { l: 0.38, c: 0.09, h: 345 }
const MUSTARD: OklchColour = { l: 0.76, c: 0.125, h: 80 }
const SKY: OklchColour = { l: 0.76, c: 0.06, h: 240 }
const SAGE: OklchColour = { l: 0.72, c: 0.045, h: 150 }
const LILAC: OklchColour = { l: 0.74, c: 0.07, h: 300 }
const CORAL: OklchColour = { l: 0.69, c: 0.135, h: 32 }
const NAVY: OklchColour = { l: 0.34, c: 0.07, h: 262 }
const WINE: OklchColour = { l: 0.42, c: 0.115, h: 18 }

/** Warm but quiet walls; colour is in the clothes. */
const SCHEMES: readonly [Scheme, ...ReadonlyArray<Scheme>] = [
  {
    wall: { l: 0.86, c: 0.035, h: 70 },
    object: { l: 0.62, c: 0.075, h: 48 },
    cloths: [TEAL, NAVY, WINE, OLIVE],
  },
  {
    wall: { l: 0.8, c: 0.055, h: 38 },
    object: { l: 0.58, c: 0.09, h: 32 },
    cloths: [NAVY, CREAM, TEAL, PLUM],
  },
  {
    wall: { l: 0.74, c: 0.045, h: 155 },
    object: { l: 0.48, c: 0.065, h: 150 },
    cloths: [CREAM, RUST, WINE, MUSTARD],
  },
  {
    wall: { l: 0.68, c: 0.05, h: 235 },
    object: { l: 0.46, c: 0.06, h: 245 },
    cloths: [CREAM, CORAL, MUSTARD, INK],
  },
  {
    wall: { l: 0.44, c: 0.05, h: 268 },
    object: { l: 0.6, c: 0.1, h: 45 },
    cloths: [ROSE, CREAM, MUSTARD, SKY],
  },
  {
    wall: { l: 0.4, c: 0.055, h: 330 },
    object: { l: 0.6, c: 0.1, h: 20 },
    cloths: [CREAM, LILAC, CORAL, SAGE],
  },
  {
    wall: { l: 0.42, c: 0.045, h: 195 },
    object: { l: 0.64, c: 0.085, h: 70 },
    cloths: [CREAM, CORAL, ROSE, MUSTARD],
  },
  {
    wall: { l: 0.78, c: 0.05, h: 310 },
    object: { l: 0.55, c: 0.085, h: 305 },
    cloths: [PLUM, INK, CREAM, TEAL],
  },
  {
    wall: { l: 0.83, c: 0.05, h: 12 },
    object: { l: 0.6, c: 0.1, h: 10 },
    cloths: [WINE, OLIVE, NAVY, CREAM],
  },
  {
    wall: { l: 0.56, c: 0.075, h: 30 },
    object: { l: 0.42, c: 0.075, h: 22 },
    cloths: [CREAM, SKY, INK, SAGE],
  },
  {
    wall: { l: 0.84, c: 0.065, h: 88 },
    object: { l: 0.62, c: 0.095, h: 68 },
    cloths: [PLUM, TEAL, RUST, INK],
  },
  {
    wall: { l: 0.5, c: 0.05, h: 135 },
    object: { l: 0.7, c: 0.07, h: 95 },
    cloths: [CREAM, ROSE, MUSTARD, RUST],
  },
  {
    wall: { l: 0.8, c: 0.032, h: 215 },
    object: { l: 0.56, c: 0.06, h: 225 },
    cloths: [RUST, WINE, NAVY, CORAL],
  },
  {
    wall: { l: 0.34, c: 0.035, h: 285 },
    object: { l: 0.58, c: 0.12, h: 330 },
    cloths: [CREAM, SKY, ROSE, LILAC],
  },
]

const varied = (random: SeededRandom, { l, c, h }: OklchColour): OklchColour => ({
  l: l + random.between(-0.03, 0.03),
  c: c * random.between(0.85, 1.15),
  h: h + random.between(-9, 9),
})

export const paletteOf = (random: SeededRandom): Palette => {
  const { wall, object, cloths } = random.pick(SCHEMES)
  const own = varied(random, wall)
  const cloth = varied(random, random.pick(cloths))
  return {
    top: { ...own, l: own.l + 0.045 },
    bottom: { l: own.l - 0.08, c: own.c * 1.15, h: own.h - 8 },
    object: varied(random, object),
    cloth,
    inner: cloth.l > 0.6 ? varied(random, INK) : varied(random, CREAM),
  }
}

/** The colour that is shown while the picture loads: the wall with its light. */
export const dominantOf = ({ top, bottom }: Palette): string => {
  const ground = between(top, bottom, 0.4)
  return hex({ ...ground, l: ground.l + 0.02, c: ground.c * 0.9 })
}
