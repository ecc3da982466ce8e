/** The lines that the years leave: of the forehead, beside the eyes, under them, and from nose to mouth. Pure. */
import { both, type BodySide } from "./body-sides.ts"
import { lined } from "./apparent-age.ts"
import { curve } from "./curves.ts"
import { type FaceParts, shaded } from "./face.ts"
import type { HeadPoint } from "./head-pose.ts"
import { line } from "./shapes.ts"

type Stroke = readonly [points: ReadonlyArray<HeadPoint>, width: number, strength: number]

/** Right of the middle. Deeper ones come first. */
const SIDE: ReadonlyArray<Stroke> = [
  [
    [
      [11.5, 24, 34],
      [16.5, 30, 30],
      [18.5, 38, 26],
    ],
    1.5,
    0.75,
  ],
  [
    [
      [10, 11, 32],
      [17, 13.5, 31],
      [24, 11, 25],
    ],
    1.2,
    0.6,
  ],
  [
    [
      [31, -4, 16],
      [35, -7, 10],
    ],
    1.1,
    0.6,
  ],
  [
    [
      [31.5, 0, 16],
      [36, 0.5, 9],
    ],
    1.1,
    0.6,
  ],
  [
    [
      [31, 4, 16],
      [35, 7, 10],
    ],
    1.1,
    0.5,
  ],
  [
    [
      [15.5, 45, 24],
      [17, 50, 20],
    ],
    1.2,
    0.45,
  ],
]
const FOREHEAD: ReadonlyArray<Stroke> = [
  [
    [
      [-17, -29, 26],
      [0, -31, 32],
      [17, -29, 26],
    ],
    1.3,
    0.5,
  ],
  [
    [
      [-14, -36, 24],
      [0, -38, 30],
      [14, -36, 24],
    ],
    1.2,
    0.4,
  ],
]

export const ageLines = ({ looks, pose }: FaceParts): string => {
  const depth = lined(looks.age)
  if (depth === 0) return ""
  const colour = shaded(looks.skin, 0.15)
  const drawn = ([points, width, strength]: Stroke, side: BodySide | 1 = 1) =>
    line(
      curve(
        pose.places(points.map(([x, y, z]): HeadPoint => [side * x * looks.face.width, y, z ?? 0])),
      ),
      colour,
      width,
      strength * (0.35 + 0.65 * depth),
    )
  // The first lines come first: not all of them at once.
  const count = Math.ceil(SIDE.length * Math.min(1, depth * 1.5))
  return (
    both((side) =>
      SIDE.slice(0, count)
        .map((stroke) => drawn(stroke, side))
        .join(""),
    ) +
    FOREHEAD.slice(0, Math.round(FOREHEAD.length * depth))
      .map((stroke) => drawn(stroke))
      .join("")
  )
}
