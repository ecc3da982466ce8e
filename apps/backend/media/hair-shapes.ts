/** The pieces that hair is made of: what lies on the skull, falls beside the face or behind it. Pure. */
import type { BodySide } from "./body-sides.ts"
import { type OklchColour, lighter } from "./colour.ts"
import { curve, outline, type FieldPoint } from "./curves.ts"
import { type HeadPoint, type HeadPose, mirrored } from "./head-pose.ts"
import { circle, line, svgPath } from "./shapes.ts"
import type { SeededRandom } from "../seeded-random.ts"

/** Behind the shoulders, on the head, and over the shoulders. */
export interface HairLayers {
  readonly behind: string
  /** Fills of what lies on the head: also the shape of its shadow on the brow. */
  readonly front: ReadonlyArray<string>
  /** Over the front: strands, bands. */
  readonly over: string
}

export interface HairParts {
  readonly pose: HeadPose
  readonly hair: OklchColour
  /** Where the parting is, from the middle. */
  readonly part: number
  readonly fringe: "curtains" | "swept" | "straight"
  readonly volume: number
  /** The same for each drawing of her. */
  readonly random: SeededRandom
}

export type HairCut = (parts: HairParts) => HairLayers

export const deep = (hair: OklchColour): OklchColour => lighter(hair, -0.055)
const gloss = (hair: OklchColour): OklchColour => ({
  ...lighter(hair, hair.l > 0.6 ? 0.08 : 0.11),
  c: hair.c * 0.9,
})

const mix = (from: number, to: number, share: number) => from + (to - from) * share

/** Hair of one side, from the parting down to `down`; `flare` is how far it stands off. */
export const curtain = (
  { pose, part, volume }: HairParts,
  side: BodySide,
  {
    down,
    flare = 0,
    inner = 0,
  }: { readonly down: number; readonly flare?: number; readonly inner?: number },
): string => {
  const tip: HeadPoint = [side * (38 - inner), down, 6]
  const outer: ReadonlyArray<HeadPoint> = [
    ...[0, 0.4, 0.75].map((share): HeadPoint => {
      const x = mix(part, side * 40, share)
      return [x, -(67 + volume) * Math.sqrt(1 - (x / 54) ** 2), 4 - share * 8]
    }),
    [side * (43.5 + volume * 0.7), -36, -5],
    [side * (46.5 + volume), -12, -6],
    [side * (47 + volume + flare * 0.5), 16, -6],
    [side * (46 + volume + flare), mix(16, down, 0.6), -3],
    tip,
  ]
  const back: ReadonlyArray<HeadPoint> = [
    tip,
    [side * (36.5 - inner), mix(18, down, 0.55), 9],
    [side * 38.5, 10, 8],
    [side * 37.5, -8, 11],
    [side * 33.5, -27, 17],
    [mix(part, side * 32, 0.62), -41, 23],
    [mix(part, side * 32, 0.25), -48.5, 24],
    [part, -52, 22],
  ]
  return outline(pose.places(outer), pose.places(back))
}

/** Hair on the skull, combed back: down to `ears`, and to `brow` in the middle. */
export const cap = (
  { pose, part, volume }: HairParts,
  {
    brow = -46,
    ears = 4,
    lift = 0,
  }: { readonly brow?: number; readonly ears?: number; readonly lift?: number } = {},
): string => {
  const right: ReadonlyArray<HeadPoint> = [
    [21, -63.5 - volume - lift, 0],
    [36.5 + volume * 0.5, -50 - volume * 0.6 - lift * 0.5, -4],
    [44 + volume * 0.7, -27, -6],
    [42, ears, -4],
  ]
  const hairline: ReadonlyArray<HeadPoint> = [
    [42, ears, -4],
    [38.5, Math.min(-12, ears - 14), 6],
    [33.5, -30, 15],
    [18, brow + 4, 23],
  ]
  const top: HeadPoint = [0, -67.5 - volume - lift, 0]
  return outline(
    pose.places([...mirrored(right).toReversed(), top, ...right]),
    pose.places([...hairline, [part * 0.5, brow, 25], ...mirrored(hairline).toReversed()]),
  )
}

/** A fringe to the brows. */
export const straightFringe = ({ pose, volume }: HairParts, low = -18): string =>
  outline(
    pose.places([
      [-39.5, low + 12, 9],
      [-38, -34, 12],
      [-22, -56 - volume, 16],
      [0, -61 - volume, 18],
      [22, -56 - volume, 16],
      [38, -34, 12],
      [39.5, low + 12, 9],
    ]),
    pose.places([
      [39.5, low + 12, 9],
      [31, low + 2.5, 21],
      [16, low, 28],
      [0, low - 1.2, 31],
      [-16, low, 28],
      [-31, low + 2.5, 21],
      [-39.5, low + 12, 9],
    ]),
  )

/** A fringe that falls to one side, from the parting. */
export const sweptFringe = ({ pose, part, volume }: HairParts, reach = -14): string => {
  const side: BodySide = part >= 0 ? -1 : 1
  return outline(
    pose.places([
      [part, -58, 16],
      [part + side * 18, -64 - volume, 10],
      [side * 34, -50, 6],
      [side * 42, -24, 6],
      [side * 40, reach + 12, 8],
    ]),
    pose.places([
      [side * 40, reach + 12, 8],
      [side * 34, reach - 4, 18],
      [side * 20, -27, 27],
      [side * 2, -38, 29],
      [part, -50, 23],
    ]),
  )
}

/** A band of light over the crown, and some strands. */
export const shine = ({ pose, hair, volume }: HairParts, at = -52): string =>
  line(
    curve(
      pose.places([
        [-27, at + 9, 8],
        [-13, at - volume * 0.5, 10],
        [4, at - 3 - volume * 0.5, 12],
      ]),
    ),
    gloss(hair),
    4.6,
    0.4,
  )

export const strand = (
  { pose, hair }: HairParts,
  points: ReadonlyArray<HeadPoint>,
  isLight = true,
): string =>
  line(curve(pose.places(points)), isLight ? gloss(hair) : deep(hair), 1.8, isLight ? 0.5 : 0.7)

export interface Ring {
  readonly count: number
  readonly radius: FieldPoint
  readonly size: number
  /** How far it comes down at the sides, as a share of half a turn. */
  readonly down: number
  readonly middle: HeadPoint
}

/** Curls around the head, as circles: a path each, so that they cast one shadow. */
export const curlRing = (
  { count, radius, size, down, middle }: Ring,
  { pose, hair, random }: HairParts,
): string =>
  Array.from({ length: count }, (_, index) => {
    const angle = Math.PI * (1 - down + ((1 + 2 * down) * index) / (count - 1))
    const [x, y] = pose.place([
      middle[0] + radius[0] * Math.cos(angle),
      middle[1] + radius[1] * Math.sin(angle),
      middle[2] ?? 0,
    ])
    return circle(
      x,
      y,
      size * random.between(0.88, 1.16),
      lighter(hair, random.between(-0.035, 0.035)),
    )
  }).join("")

export const fills = (shapes: ReadonlyArray<string>, colour: OklchColour): string =>
  shapes.map((d) => svgPath(d, colour)).join("")
