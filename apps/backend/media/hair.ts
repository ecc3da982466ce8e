/** Hair cuts, and how they lie around the head. Pure. */
import { seededRandom, type SeededRandom } from "../seeded-random.ts"
import { blob } from "./curves.ts"
import { shaded, type FaceParts } from "./face.ts"
import {
  both,
  cap,
  curlRing,
  curtain,
  deep,
  fall,
  fills,
  type HairLayers,
  type HairParts,
  lock,
  shine,
  type Side,
  straightFringe,
  strand,
  sweptFringe,
} from "./hair-shapes.ts"
import type { HeadPoint } from "./head-pose.ts"
import type { HairStyle } from "./looks.ts"
import { ellipse, svgPath } from "./shapes.ts"

type Cut = (parts: HairParts) => HairLayers

const SIDES: ReadonlyArray<Side> = [-1, 1]

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

const straight: Cut = (parts) => {
  const down = parts.random.between(118, 168)
  const front = parts.random.pick<ReadonlyArray<Side>>([[-1, 1], [-1], [1], []])
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

const waves: Cut = (parts) => {
  const down = parts.random.between(112, 150)
  const sway = parts.random.between(3, 5)
  const front = parts.random.pick<ReadonlyArray<Side>>([[-1, 1], [-1, 1], [-1], [1]])
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

const bob: Cut = (parts) => ({
  behind: svgPath(fall(parts, { down: 56, width: 0.96 }), deep(parts.hair)),
  front: framing(parts, { down: 50, flare: 3, inner: 2 }),
  over: shine(parts) + sideStrands(parts, 40),
})

const lob: Cut = (parts) => ({
  behind: svgPath(fall(parts, { down: 88, width: 1.06, sway: 2 }), deep(parts.hair)),
  front: [
    ...framing(parts, { down: 42, flare: 4 }),
    ...SIDES.map((side) => lock(parts, side, { down: 86, width: 1.15, sway: 2 })),
  ],
  over: shine(parts) + sideStrands(parts, 70),
})

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

const bun: Cut = (parts) => ({
  behind: knot(parts, [parts.random.between(-10, 10), -80, -10], parts.random.between(19, 24)),
  front: putUp(parts),
  over: combed(parts),
})

const lowBun: Cut = (parts) => ({
  behind: knot(parts, [parts.part > 0 ? -34 : 34, 44, -26], 22),
  front: putUp(parts),
  over: combed(parts),
})

const ponytail: Cut = (parts) => {
  const side: Side = parts.part > 0 ? -1 : 1
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

const braids: Cut = (parts) => {
  const links = (side: Side) =>
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

const curls: Cut = (parts) => {
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

const pixie: Cut = (parts) => ({
  behind: svgPath(fall(parts, { down: 34, width: 0.86 }), deep(parts.hair)),
  front: [
    cap(parts, { ears: 14 }),
    parts.fringe === "straight" ? straightFringe(parts, -22) : sweptFringe(parts, -18),
  ],
  over: shine(parts),
})

const crop: Cut = (parts) => ({
  behind: "",
  front: [cap({ ...parts, volume: 1 }, { brow: -46, ears: 0, lift: 2 })],
  over: shine(parts),
})

const buzz: Cut = (parts) => ({
  behind: "",
  front: [cap({ ...parts, volume: -3 }, { brow: -46, ears: 0 })],
  over: "",
})

const quiff: Cut = (parts) => {
  const side: Side = parts.part >= 0 ? 1 : -1
  const top: ReadonlyArray<HeadPoint> = [
    [side * -36, -36, 12],
    [side * -38, -58, 6],
    [side * -18, -78, 8],
    [side * 12, -84, 8],
    [side * 38, -70, 6],
    [side * 40, -46, 8],
    [side * 24, -41, 24],
    [side * -4, -46, 28],
  ]
  return {
    behind: "",
    front: [cap({ ...parts, volume: 0 }, { brow: -46, ears: 0 }), blob(parts.pose.places(top))],
    over: strand(parts, [
      [side * -20, -50, 22],
      [side * 4, -66, 18],
      [side * 28, -66, 10],
    ]),
  }
}

const sidePart: Cut = (parts) => ({
  behind: "",
  front: [
    cap({ ...parts, volume: 2 }, { brow: -48, ears: 2, lift: 2 }),
    sweptFringe({ ...parts, volume: 6 }, -30),
  ],
  over: shine(parts),
})

const shortCurls: Cut = (parts) => ({
  behind: "",
  front: [cap({ ...parts, volume: 3 }, { brow: -44, ears: 0 })],
  over:
    curlRing({ count: 10, radius: [35, 43], size: 11.5, down: 0.0, middle: [0, -22, 6] }, parts) +
    curlRing({ count: 6, radius: [24, 24], size: 10.5, down: -0.08, middle: [0, -30, 16] }, parts),
})

const tiedBack: Cut = (parts) => ({
  behind: knot(parts, [0, -70, -16], 15),
  front: [cap(parts, { brow: -47, ears: 2 })],
  over: combed(parts),
})

const CUTS: Readonly<Record<HairStyle, Cut>> = {
  straight,
  waves,
  bob,
  lob,
  bun,
  lowBun,
  ponytail,
  braids,
  curls,
  pixie,
  crop,
  quiff,
  sidePart,
  shortCurls,
  buzz,
  tiedBack,
}

const fringeOf = (random: SeededRandom): HairParts["fringe"] =>
  random.pick(["curtains", "curtains", "swept", "swept", "straight"])

/** `owner` fixes what the looks leave open. */
export const hairLayers = ({ looks, pose }: FaceParts, owner: string): HairLayers => {
  const random = seededRandom(`cut ${owner}`)
  const fringe = fringeOf(random)
  const side = random.pick([-1, 1])
  return CUTS[looks.hairStyle]({
    pose,
    hair: looks.hair,
    fringe,
    part: fringe === "swept" ? side * random.between(12, 20) : side * random.between(0, 6),
    volume: random.between(0, 5),
    random,
  })
}

/** Hair on the head, and the shadow that it casts on the brow. */
export const frontHair = ({ front, over }: HairLayers, { looks }: FaceParts): string =>
  fills(front, looks.hair) + over

export const browShadow = ({ front }: HairLayers, { looks, light }: FaceParts): string =>
  `<g clip-path="url(#face)" opacity="0.75"><g transform="translate(${-light * 1.5} 5)">${fills(front, shaded(looks.skin, 0.11))}</g></g>`
