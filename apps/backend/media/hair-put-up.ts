/** Hair that is combed back and put up. Pure. */
import { both, type BodySide, SIDES } from "./body-sides.ts"
import { blob } from "./curves.ts"
import {
  cap,
  deep,
  shine,
  straightFringe,
  strand,
  sweptFringe,
  type HairCut,
  type HairParts,
} from "./hair-shapes.ts"
import type { HeadPoint } from "./head-pose.ts"
import { ellipse, svgPath } from "./shapes.ts"

/** Wisps beside the ears soften hair that is put up. */
const wisps = (parts: HairParts): ReadonlyArray<string> =>
  SIDES.map((side) =>
    blob(
      parts.pose.places([
        [side * 38, -18, 9],
        [side * 42, 0, 2],
        [side * 42.5, 20, 2],
        [side * 39, 36, 6],
        [side * 40, 16, 4],
        [side * 38.5, -2, 7],
      ]),
    ),
  )

const putUp = (parts: HairParts): ReadonlyArray<string> =>
  parts.fringe === "straight"
    ? [cap(parts), straightFringe(parts), ...wisps(parts)]
    : [cap(parts), sweptFringe(parts, -20), ...wisps(parts)]

const knot = (parts: HairParts, [x, y, z = 0]: HeadPoint, size: number): string => {
  const [cx, cy] = parts.pose.place([x, y, z])
  return (
    ellipse([cx, cy, size * 1.08, size], deep(parts.hair)) +
    ellipse([cx - size * 0.12, cy - size * 0.14, size * 0.84, size * 0.74], parts.hair) +
    strand(parts, [
      [x - size * 0.6, y + size * 0.1, z],
      [x - size * 0.1, y - size * 0.55, z],
      [x + size * 0.5, y - size * 0.3, z],
    ])
  )
}

const combed = (parts: HairParts): string =>
  shine(parts) +
  both((side) =>
    strand(
      parts,
      [
        [side * 20, -48, 18],
        [side * 34, -36, 6],
        [side * 42, -18, -2],
      ],
      false,
    ),
  )

export const bun: HairCut = (parts) => ({
  behind: knot(parts, [parts.random.between(-10, 10), -80, -10], parts.random.between(19, 24)),
  front: putUp(parts),
  over: combed(parts),
})

export const lowBun: HairCut = (parts) => ({
  behind: knot(parts, [parts.part > 0 ? -34 : 34, 44, -26], 22),
  front: putUp(parts),
  over: combed(parts),
})

export const ponytail: HairCut = (parts) => {
  const side: BodySide = parts.part > 0 ? -1 : 1
  const tail: ReadonlyArray<HeadPoint> = [
    [side * 8, -66, -18],
    [side * 34, -78, -26],
    [side * 58, -56, -30],
    [side * 66, -8, -30],
    [side * 70, 44, -28],
    [side * 62, 92, -24],
    [side * 50, 118, -20],
    [side * 46, 76, -22],
    [side * 48, 24, -22],
    [side * 38, -24, -20],
  ]
  return {
    behind:
      svgPath(blob(parts.pose.places(tail)), deep(parts.hair)) +
      strand(parts, [
        [side * 40, -68, -26],
        [side * 56, -30, -28],
        [side * 59, 30, -26],
        [side * 54, 86, -22],
      ]),
    front: putUp(parts),
    over: combed(parts),
  }
}

export const tiedBack: HairCut = (parts) => ({
  behind: knot(parts, [0, -70, -16], 15),
  front: [cap(parts, { brow: -47, ears: 2 })],
  over: combed(parts),
})
