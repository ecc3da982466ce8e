/** A head without hair: face, ears, nose, cheeks. Pure. */
import { both, type BodySide } from "./body-sides.ts"
import type { OklchColour } from "./colour.ts"
import { blob, curve } from "./curves.ts"
import { type HeadPoint, type HeadPose, mirrored } from "./head-pose.ts"
import type { Looks } from "./looks.ts"
import { circle, ellipse, line, linear, radial, svgPath } from "./shapes.ts"

export const SHADE: OklchColour = { l: 0.3, c: 0.07, h: 25 }
const LIGHT: OklchColour = { l: 0.98, c: 0.035, h: 80 }

/** What lies in the shade of the same thing is darker and warmer. */
export const shaded = (colour: OklchColour, by = 0.09): OklchColour => ({
  l: colour.l - by,
  c: colour.c + by * 0.16,
  h: colour.h - by * 90,
})

export const faceShape = ({ looks, pose }: FaceParts): string => {
  const { width, jaw, chin } = looks.face
  const drop = pose.moment.open * 4
  const right: ReadonlyArray<HeadPoint> = [
    [22, -54, 6],
    [37 * width, -32, 3],
    [40.5 * width, -4, 0],
    [38.5 * width, 18, 3],
    [30 * jaw, 39 + drop * 0.5, 12],
    [15.5 * jaw, 55 * chin + drop, 21],
  ]
  const points: ReadonlyArray<HeadPoint> = [
    [0, -60, 4],
    ...right,
    [0, 59.5 * chin + drop, 24],
    ...mirrored(right).toReversed(),
  ]
  return blob(pose.places(points))
}

export interface FaceParts {
  readonly looks: Looks
  readonly pose: HeadPose
  /** -1: light comes from the left. */
  readonly light: -1 | 1
}

const ear = ({ looks: { skin, face }, pose }: FaceParts, side: BodySide): string => {
  const points: ReadonlyArray<HeadPoint> = [
    [38, -7, -4],
    [44, -11, -6],
    [48, -5, -8],
    [46.5, 8, -8],
    [42.5, 17, -5],
    [38, 17, -3],
  ]
  const placed = (list: ReadonlyArray<HeadPoint>) =>
    pose.places(list.map(([x, y, z]): HeadPoint => [side * x * face.width, y, z ?? 0]))
  return (
    svgPath(blob(placed(points)), shaded(skin, 0.05)) +
    line(
      curve(
        placed([
          [43, -5, -6],
          [45, 0, -7],
          [43, 8, -6],
        ]),
      ),
      shaded(skin, 0.15),
      1.3,
      0.7,
    )
  )
}

const nose = ({ looks, pose, light }: FaceParts): string => {
  const { skin, face } = looks
  const w = face.noseWidth
  const y = 23.5 * face.noseLength
  const shadow = shaded(skin, 0.13)
  const dark = -light
  const side: ReadonlyArray<HeadPoint> = [
    [dark * 4, -5, 33],
    [dark * 3.4, 7, 38],
    [dark * 5.2 * w, y - 6, 41],
    [dark * 7.6 * w, y - 0.5, 37],
    [dark * 2, y + 2, 44],
    [dark * 0.6, y - 7, 46],
  ]
  const base: ReadonlyArray<HeadPoint> = [
    [-7.4 * w, y - 2.5, 36],
    [-7 * w, y + 0.8, 37],
    [-3.4 * w, y + 0.6, 42],
    [0, y + 2.6, 45],
    [3.4 * w, y + 0.6, 42],
    [7 * w, y + 0.8, 37],
    [7.4 * w, y - 2.5, 36],
  ]
  return (
    svgPath(blob(pose.places(side)), shaded(skin, 0.08), 0.34) +
    line(curve(pose.places(base)), shadow, 1.6, 0.7)
  )
}

const cheeks = ({ looks: { face }, pose }: FaceParts): string =>
  both((side) => {
    const [x, y] = pose.place([side * 25 * face.width, 18, 24])
    return ellipse([x, y, 13 * Math.max(0.3, pose.narrowing(side)), 10], "url(#blush)")
  })

const FRECKLES: ReadonlyArray<HeadPoint> = [
  [-25, 13, 25],
  [-19, 16, 29],
  [-14, 12, 32],
  [-21, 21, 27],
  [-9, 15, 37],
  [-28, 19, 21],
  [9, 15, 37],
  [14, 12, 32],
  [19, 17, 29],
  [24, 13, 25],
  [22, 21, 27],
  [28, 18, 21],
]

const marks = ({ looks: { skin, hasFreckles, spot }, pose }: FaceParts): string => {
  const dot = (point: HeadPoint, size: number, colour: OklchColour, opacity: number) => {
    const [x, y] = pose.place(point)
    return circle(x, y, size, colour, opacity)
  }
  const freckles = FRECKLES.map((point) => dot(point, 1.1, shaded(skin, 0.16), 0.6)).join("")
  return (
    (hasFreckles ? freckles : "") +
    (spot === 0 ? "" : dot([spot * 17, 29, 30], 1.4, { l: 0.27, c: 0.05, h: 40 }, 0.9))
  )
}

export const face = (parts: FaceParts) => {
  const { looks, light } = parts
  const { skin } = looks
  const shape = faceShape(parts)
  const blush: OklchColour = { l: skin.l - 0.07, c: Math.min(0.13, skin.c + 0.05), h: 24 }
  const strength = (looks.gender === "female" ? 0.5 : 0.22) * Math.min(1, skin.l * 1.15)
  const [from, to] = light === -1 ? [0, 1] : [1, 0]
  return {
    defs:
      radial(
        "blush",
        [0.5, 0.5, 0.5],
        [
          { offset: 0, colour: blush, opacity: strength },
          { offset: 1, colour: blush, opacity: 0 },
        ],
      ) +
      linear(
        "form",
        [from, 0.2, to, 0.55],
        [
          { offset: 0, colour: LIGHT, opacity: 0.13 },
          { offset: 0.45, colour: LIGHT, opacity: 0 },
          { offset: 0.6, colour: SHADE, opacity: 0 },
          { offset: 1, colour: SHADE, opacity: 0.24 },
        ],
      ) +
      `<clipPath id="face"><path d="${shape}"/></clipPath>`,
    ears: both((side) => ear(parts, side)),
    content:
      svgPath(shape, skin) +
      svgPath(shape, "url(#form)") +
      cheeks(parts) +
      nose(parts) +
      marks(parts),
  }
}
