/** Eyes and brows. They look at the viewer where the gaze is zero, wherever the head is turned. Pure. */
import { both, type BodySide } from "./body-sides.ts"
import { type OklchColour, lighter } from "./colour.ts"
import { curve, outline, type FieldPoint } from "./curves.ts"
import { shaded, type FaceParts } from "./face.ts"
import type { Looks } from "./looks.ts"
import { circle, line, svgPath } from "./shapes.ts"

/** Half of an eye's width and height, in the field's units. */
const HALF_WIDTH = 9.8
const HALF_HEIGHT = 5.9
/** An eye's middle. */
const EYE = { x: 17.6, y: 0, z: 30 } as const

interface Lids {
  readonly upper: ReadonlyArray<FieldPoint>
  readonly lower: ReadonlyArray<FieldPoint>
  readonly middle: FieldPoint
  readonly width: number
}

const lidsOf = ({ looks, pose }: FaceParts, side: BodySide): Lids => {
  const { eyeSize, eyeSpacing, eyeTilt } = looks.face
  const { lids, smile } = pose.moment
  const middle = pose.place([side * EYE.x * eyeSpacing, EYE.y, EYE.z])
  const width = HALF_WIDTH * eyeSize * Math.min(1.05, Math.max(0.35, pose.narrowing(side)))
  const height = HALF_HEIGHT * eyeSize
  const squint = Math.max(0, smile - 0.35) * 1.5
  const low = 3.9 * eyeSize * (1 - squint * 0.75)
  // A closed lid lies on the lower one; with a smile both are pushed up.
  const closed = 2.6 - squint * 4
  const open = 1 - Math.min(1, lids + squint * 0.45)
  const [cx, cy] = middle
  const at = (x: number, y: number): FieldPoint => [cx + side * x * width, cy + y]
  const lid = (x: number, full: number): FieldPoint => {
    const shut = closed * (1 - x * x)
    return at(x, shut + (full - shut) * open)
  }
  return {
    upper: [
      at(-1, 1.6),
      lid(-0.5, -height * 0.78),
      lid(0.08, -height),
      lid(0.6, -height * 0.74),
      at(1.02, -eyeTilt),
    ],
    lower: [
      at(1.02, -eyeTilt),
      at(0.5, Math.max(low * 0.86, closed * 0.75)),
      at(-0.25, Math.max(low, closed)),
      at(-1, 1.6),
    ],
    middle,
    width,
  }
}

const INK: OklchColour = { l: 0.24, c: 0.03, h: 35 }

const iris = ({ looks, pose, light }: FaceParts, { middle, width }: Lids): string => {
  const { eyes: colour } = looks
  const [gx, gy] = pose.moment.gaze
  const size = 5.5 * looks.face.eyeSize
  // Turned away, the eyes turn back to the viewer.
  const back = -Math.sin(pose.moment.yaw) * 4.4
  const x = middle[0] + (gx * 4.2 + back) * (width / HALF_WIDTH)
  const y = middle[1] - 0.5 + gy * 2.6 - Math.sin(pose.moment.pitch) * 4
  return (
    circle(x, y, size, lighter(colour, -0.13)) +
    circle(x, y + 0.5, size * 0.8, lighter(colour, 0.06)) +
    circle(x, y, size * 0.47, { l: 0.16, c: 0.02, h: 40 }) +
    circle(x + light * 1.7, y - 2, size * 0.29, { l: 0.99, c: 0.005, h: 90 }, 0.95) +
    circle(x - light * 1.8, y + 2.2, size * 0.14, { l: 0.99, c: 0.005, h: 90 }, 0.55)
  )
}

const eye = (parts: FaceParts, side: BodySide) => {
  const { looks, pose } = parts
  const { skin, gender } = looks
  const lids = lidsOf(parts, side)
  const isFemale = gender === "female"
  const id = side === -1 ? "eye-l" : "eye-r"
  const shape = outline(lids.upper, lids.lower)
  const isShut = pose.moment.lids > 0.85
  const above = (by: number, share = 1) =>
    lids.upper.map(([x, y], index): FieldPoint => [x, y - (index === 0 ? by * 0.4 : by) * share])
  const outer = lids.upper.at(-1) ?? lids.middle
  const wing = curve([lids.upper[3] ?? outer, outer, [outer[0] + side * 2, outer[1] - 1.5]])
  const lash = isFemale ? INK : { ...INK, l: 0.3 }
  const [, gy] = lids.middle
  return {
    defs: `<clipPath id="${id}"><path d="${shape}"/></clipPath>`,
    content:
      svgPath(
        outline(above(5.2), [outer, lids.middle, lids.upper[0] ?? outer]),
        isFemale ? { ...shaded(skin, 0.13), c: skin.c + 0.02 } : shaded(skin, 0.09),
        isFemale ? 0.36 : 0.3,
      ) +
      (isShut
        ? ""
        : svgPath(shape, { l: Math.min(0.975, 0.9 + skin.l * 0.085), c: 0.008, h: 60 }) +
          `<g clip-path="url(#${id})">${iris(parts, lids)}${line(curve(lids.upper.map(([x, y]): FieldPoint => [x, y + 1.3])), SHADOW, 3, 0.22)}</g>`) +
      line(curve(above(3.6)), shaded(skin, 0.2), 1.2, isShut ? 0.2 : 0.5) +
      line(curve(lids.lower), shaded(skin, 0.24), isFemale ? 1.1 : 1, 0.5) +
      line(curve(lids.upper), lash, isFemale ? 2.15 : 1.6) +
      (isFemale && outer[1] < gy + 9 ? line(wing, lash, 1.6) : ""),
  }
}

const SHADOW: OklchColour = { l: 0.3, c: 0.03, h: 30 }

/** Brows of fair hair are darker than it, others lighter. */
const browColour = ({ hair, hairColour }: Looks): OklchColour =>
  hairColour === "blonde"
    ? { l: 0.52, c: 0.07, h: 68 }
    : hairColour === "coloured"
      ? { l: 0.36, c: 0.04, h: 45 }
      : hairColour === "grey"
        ? { ...hair, l: 0.52 }
        : { ...hair, l: Math.min(hair.l, 0.42) + 0.02 }

const brow = ({ looks, pose }: FaceParts, side: BodySide): string => {
  const { browWeight: weight, browArch: arch, eyeSpacing } = looks.face
  const lift = pose.moment.brows * 3.2 + Math.max(0, pose.moment.smile - 0.5) * 2
  const at = (x: number, y: number) =>
    pose.place([side * x * eyeSpacing, y - lift, x > 24 ? 22 : 31])
  const upper = [
    at(8.4, -14.6),
    at(14.5, -16.6 - arch * 0.5),
    at(22, -17.2 - arch * 0.9),
    at(30.5, -12.4),
  ]
  const lower = [
    at(30.5, -12.4),
    at(22, -17.2 - arch * 0.9 + 1.9 * weight),
    at(14.5, -16.6 - arch * 0.5 + 2.6 * weight),
    at(8.8, -14.4 + 2.5 * weight),
  ]
  return svgPath(outline(upper, lower), browColour(looks), 0.92)
}

export const eyes = (parts: FaceParts) => {
  const [left, right] = [eye(parts, -1), eye(parts, 1)]
  return {
    defs: left.defs + right.defs,
    content: left.content + right.content + both((side) => brow(parts, side)),
  }
}
