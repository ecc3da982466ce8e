/** Glasses. Pure. */
import { both, type BodySide } from "./body-sides.ts"
import { type OklchColour, lighter } from "./colour.ts"
import { blob, curve } from "./curves.ts"
import type { FaceParts } from "./face.ts"
import type { HeadPoint } from "./head-pose.ts"
import { metalOf } from "./jewellery.ts"
import type { Glasses } from "./looks.ts"
import { line, strokeOf, svgPath } from "./shapes.ts"

const LENS: Readonly<Record<Exclude<Glasses, "none">, ReadonlyArray<readonly [number, number]>>> = {
  round: [
    [-13, 1],
    [-9, -9.5],
    [0, -12],
    [9, -9.5],
    [13, 1],
    [9, 11],
    [0, 13.5],
    [-9, 11],
  ],
  square: [
    [-13.5, -8],
    [0, -10.5],
    [14, -8.5],
    [14.5, 2],
    [11.5, 10],
    [0, 11.5],
    [-11.5, 10],
    [-14, 2],
  ],
  cat: [
    [-13, -6],
    [0, -9.5],
    [15.5, -11.5],
    [14.5, 0],
    [10, 9.5],
    [0, 11],
    [-10, 9],
    [-13.5, 2],
  ],
}

export const glasses = ({ looks, pose }: FaceParts): string => {
  if (looks.glasses === "none") return ""
  const points = LENS[looks.glasses]
  const frame: OklchColour =
    looks.glasses === "round"
      ? metalOf(looks)
      : { ...lighter(looks.hair, -0.08), l: Math.min(0.36, looks.hair.l) }
  const width = looks.glasses === "round" ? 1.9 : 2.9
  const lens = (side: BodySide) => {
    const shape = blob(
      pose.places(
        points.map(([x, y]): HeadPoint => [side * (18.4 + x), y + 1.5, 34 - Math.max(0, x) * 0.5]),
      ),
    )
    const glint = curve(
      pose.places([
        [side * 18.4 - 6, -5, 35],
        [side * 18.4 - 9, 4, 35],
      ]),
    )
    return (
      svgPath(shape, { l: 0.97, c: 0.01, h: 230 }, 0.12) +
      `<path d="${shape}" fill="none" ${strokeOf(frame, width)}/>` +
      line(glint, { l: 1, c: 0, h: 0 }, 1.8, 0.45) +
      line(
        curve(
          pose.places([
            [side * 33, -3.5, 27],
            [side * 42, -4, 0],
          ]),
        ),
        frame,
        width,
      )
    )
  }
  const bridge = pose.places([
    [-5.4, -1, 36],
    [0, -3.4, 40],
    [5.4, -1, 36],
  ])
  return both(lens) + line(curve(bridge), frame, width)
}
