/** Cuts that fall beside the face. Pure. */
import { both, type BodySide, SIDES } from "./body-sides.ts"
import { fall, lock } from "./hair-lengths.ts"
import {
  cap,
  curlRing,
  curtain,
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

/** What frames the face: both curtains, and a fringe for who has one. */
const framing = (
  parts: HairParts,
  options: { readonly down: number; readonly flare?: number; readonly inner?: number },
): ReadonlyArray<string> => [
  cap(parts, { brow: -54, ears: -22 }),
  ...SIDES.map((side) => curtain(parts, side, options)),
  ...(parts.fringe === "straight" ? [straightFringe(parts)] : []),
  ...(parts.fringe === "swept" ? [sweptFringe(parts)] : []),
]

const sideStrands = (parts: HairParts, down: number): string =>
  both((side) =>
    strand(parts, [
      [side * 40, -30, 4],
      [side * 45, 0, -2],
      [side * 45, 26, -2],
      [side * 43, Math.min(down, 50), 0],
    ]),
  )

export const straight: HairCut = (parts) => {
  const down = parts.random.between(118, 168)
  const front = parts.random.pick<ReadonlyArray<BodySide>>([[-1, 1], [-1], [1], []])
  return {
    behind: svgPath(fall(parts, { down }), deep(parts.hair)),
    front: [
      ...framing(parts, { down: 44 }),
      ...front.map((side) => lock(parts, side, { down: down - 14 })),
    ],
    over:
      shine(parts) +
      sideStrands(parts, down) +
      front
        .map((side) =>
          strand(parts, [
            [side * 46, 30, 0],
            [side * 48, 60, 2],
            [side * 46, down - 40, 3],
          ]),
        )
        .join(""),
  }
}

export const waves: HairCut = (parts) => {
  const down = parts.random.between(112, 150)
  const sway = parts.random.between(3, 5)
  const front = parts.random.pick<ReadonlyArray<BodySide>>([[-1, 1], [-1, 1], [-1], [1]])
  return {
    behind: svgPath(fall(parts, { down, width: 1.14, sway }), deep(parts.hair)),
    front: [
      ...framing(parts, { down: 40, flare: 5 }),
      ...front.map((side) => lock(parts, side, { down: down - 8, width: 1.5, sway })),
    ],
    over:
      shine(parts) +
      front
        .map((side) =>
          strand(
            parts,
            [10, 28, 46, 64, 82, down - 22].map((y): HeadPoint => [
              side * (45 + sway * Math.sin(y / 13)),
              y,
              2,
            ]),
          ),
        )
        .join(""),
  }
}

export const bob: HairCut = (parts) => ({
  behind: svgPath(fall(parts, { down: 56, width: 0.96 }), deep(parts.hair)),
  front: framing(parts, { down: 50, flare: 3, inner: 2 }),
  over: shine(parts) + sideStrands(parts, 40),
})

export const lob: HairCut = (parts) => ({
  behind: svgPath(fall(parts, { down: 88, width: 1.06, sway: 2 }), deep(parts.hair)),
  front: [
    ...framing(parts, { down: 42, flare: 4 }),
    ...SIDES.map((side) => lock(parts, side, { down: 86, width: 1.15, sway: 2 })),
  ],
  over: shine(parts) + sideStrands(parts, 70),
})

export const braids: HairCut = (parts) => {
  const links = (side: BodySide) =>
    Array.from({ length: 7 }, (_, index) => {
      const [x, y] = parts.pose.place([side * (44 + 4 * Math.sin(index / 2)), 30 + index * 15, 0])
      const size = 10.5 - index * 0.55
      return (
        ellipse([x, y, size, 10.5], deep(parts.hair)) +
        ellipse([x + side * 1.2, y - 1.5, size * 0.74, 8], parts.hair)
      )
    }).join("")
  return {
    behind: svgPath(fall(parts, { down: 40, width: 0.92 }), deep(parts.hair)),
    front: framing(parts, { down: 32, inner: -2 }),
    over: both(links) + shine(parts),
  }
}

export const curls: HairCut = (parts) => {
  const around = {
    count: 13,
    radius: [55, 56],
    size: 21,
    down: 0.22,
    middle: [0, -12, -12],
  } as const
  return {
    behind:
      ellipse([...parts.pose.place([0, -12, -12]), 62, 60], deep(parts.hair)) +
      curlRing(around, { ...parts, hair: deep(parts.hair) }),
    front: [cap({ ...parts, volume: 5 }, { brow: -42, ears: 2 })],
    over: curlRing(
      { count: 9, radius: [37, 35], size: 11.5, down: -0.03, middle: [0, -22, 12] },
      parts,
    ),
  }
}

export const pixie: HairCut = (parts) => ({
  behind: svgPath(fall(parts, { down: 34, width: 0.86 }), deep(parts.hair)),
  front: [
    cap(parts, { ears: 14 }),
    parts.fringe === "straight" ? straightFringe(parts, -22) : sweptFringe(parts, -18),
  ],
  over: shine(parts),
})
