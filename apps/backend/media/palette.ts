/** The colours of one scene: two that the backdrop runs between, and one that clothes stand out with. Pure. */
import type { SeededRandom } from "../seeded-random.ts"
import { between, type OklchColour, hex } from "./colour.ts"

export interface Palette {
  readonly top: OklchColour
  readonly bottom: OklchColour
  readonly accent: OklchColour
}

interface Scheme {
  readonly hues: readonly [number, number, number]
  readonly l: number
  readonly c: number
}

/** Hues that get along: neighbours behind, something across in front. */
const SCHEMES: readonly [Scheme, ...ReadonlyArray<Scheme>] = [
  { hues: [305, 20, 195], l: 0.62, c: 0.105 },
  { hues: [222, 185, 45], l: 0.66, c: 0.085 },
  { hues: [155, 118, 30], l: 0.6, c: 0.075 },
  { hues: [82, 50, 250], l: 0.8, c: 0.075 },
  { hues: [355, 315, 85], l: 0.58, c: 0.115 },
  { hues: [268, 300, 65], l: 0.4, c: 0.095 },
  { hues: [172, 205, 350], l: 0.76, c: 0.07 },
  { hues: [45, 12, 225], l: 0.75, c: 0.1 },
  { hues: [245, 225, 28], l: 0.52, c: 0.04 },
  { hues: [112, 88, 305], l: 0.7, c: 0.07 },
  { hues: [292, 330, 160], l: 0.76, c: 0.075 },
  { hues: [195, 228, 60], l: 0.42, c: 0.07 },
  { hues: [28, 350, 130], l: 0.5, c: 0.1 },
  { hues: [70, 100, 15], l: 0.86, c: 0.045 },
]

export const paletteOf = (random: SeededRandom): Palette => {
  const { hues, l, c } = random.pick(SCHEMES)
  const turn = random.between(-10, 10)
  const lift = random.between(-0.03, 0.05)
  // Light comes from above; clothes are clearly darker or lighter than what they stand before.
  const accentL = l > 0.6 ? random.between(0.3, 0.48) : random.between(0.66, 0.84)
  return {
    top: { l: l + lift + 0.06, c, h: hues[0] + turn },
    bottom: { l: l + lift - 0.12, c: c * 1.1, h: hues[1] + turn },
    accent: { l: accentL, c: random.between(0.05, 0.12), h: hues[2] + random.between(-15, 15) },
  }
}

/** The colour that is shown while the picture loads: the background with its light. */
export const dominantOf = ({ top, bottom }: Palette): string => {
  const ground = between(top, bottom, 0.5)
  return hex({ ...ground, l: ground.l + 0.03, c: ground.c * 0.75 })
}
