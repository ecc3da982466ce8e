/** Beards, from stubble to a full one. Pure. */
import { outline } from "./curves.ts"
import { shaded, type FaceParts } from "./face.ts"
import { type HeadPoint, mirrored } from "./head-pose.ts"
import type { Beard } from "./looks.ts"
import { svgPath } from "./shapes.ts"

/** From the ears down along the jaw; `below`: how far it hangs over the chin. */
const beardShape = ({ looks, pose }: FaceParts, below: number): string => {
  const { jaw, chin, width } = looks.face
  const drop = pose.moment.open * 5
  const rightSide: ReadonlyArray<HeadPoint> = [
    [39.5 * width, 6, 2],
    [39 * width, 22, 4],
    [31 * jaw, 41 + drop * 0.5, 13],
    [16.5 * jaw, 57 * chin + below + drop, 21],
    [0, 61 * chin + below + drop, 24],
  ]
  const inner: ReadonlyArray<HeadPoint> = [
    [37 * width, 8, 5],
    [34.5 * width, 23, 11],
    [27, 34, 20],
    [19, 33.5, 29],
    [9, 30.5, 35],
    [0, 29.5, 37],
  ]
  return outline(
    pose.places([...mirrored(rightSide), ...rightSide.toReversed().slice(1)]),
    pose.places([...inner, ...mirrored(inner).toReversed().slice(1)]),
  )
}

const moustacheShape = ({ looks, pose }: FaceParts): string => {
  const { chin } = looks.face
  const y = 31.5 * chin
  return outline(
    pose.places([
      [-15, y + 5, 30],
      [-9, y - 1, 34],
      [0, y - 2.6, 38],
      [9, y - 1, 34],
      [15, y + 5, 30],
    ]),
    pose.places([
      [15, y + 5, 30],
      [7, y + 3.4, 35],
      [0, y + 2, 38],
      [-7, y + 3.4, 35],
      [-15, y + 5, 30],
    ]),
  )
}

export const beard = (parts: FaceParts): string => {
  const { looks } = parts
  const colour = { ...looks.hair, l: Math.min(looks.hair.l, 0.66) - 0.02 }
  const draw: Readonly<Record<Beard, () => string>> = {
    none: () => "",
    stubble: () => svgPath(beardShape(parts, 0), { ...shaded(looks.skin, 0.2), c: 0.03 }, 0.26),
    short: () =>
      svgPath(beardShape(parts, 1), colour, 0.82) + svgPath(moustacheShape(parts), colour, 0.9),
    full: () => svgPath(beardShape(parts, 9), colour) + svgPath(moustacheShape(parts), colour),
    moustache: () => svgPath(moustacheShape(parts), colour),
  }
  return draw[looks.beard]()
}
