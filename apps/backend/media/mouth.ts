/** A mouth, from closed to laughing. Pure. */
import { both, type BodySide } from "./body-sides.ts"
import { type OklchColour, lighter } from "./colour.ts"
import { curve, outline } from "./curves.ts"
import { shaded, type FaceParts } from "./face.ts"
import { ellipse, line, svgPath } from "./shapes.ts"

const TEETH: OklchColour = { l: 0.965, c: 0.012, h: 85 }
const INSIDE: OklchColour = { l: 0.27, c: 0.07, h: 18 }
const TONGUE: OklchColour = { l: 0.55, c: 0.12, h: 18 }

/** The middle of the lips below the eyes. */
const MIDDLE = 38.5

export const mouth = ({ looks, pose }: FaceParts) => {
  const { mouthWidth, lips, chin } = looks.face
  const { smile, open } = pose.moment
  const half = 15.4 * mouthWidth * (1 + Math.max(0, smile) * 0.3 - open * 0.08)
  const middle = MIDDLE * chin
  const up = 5.4 * smile
  const gap = open * 10.5
  const at = (x: number, y: number) => pose.place([x * half, middle + y, 35 - Math.abs(x) * 8])
  const left = at(-1, -up)
  const right = at(1, -up)
  const sag = 0.3 + smile * 1.5
  const upper = [
    left,
    at(-0.55, -2 * lips - up * 0.5),
    at(-0.19, -3.7 * lips - up * 0.05),
    at(0, -2.8 * lips),
    at(0.19, -3.7 * lips - up * 0.05),
    at(0.55, -2 * lips - up * 0.5),
    right,
  ]
  const innerUpper = [
    right,
    at(0.5, sag * 0.7 - up * 0.36),
    at(0, sag),
    at(-0.5, sag * 0.7 - up * 0.36),
    left,
  ]
  const innerLower = [
    left,
    at(-0.5, sag * 0.7 - up * 0.36 + gap * 0.74),
    at(0, sag + gap),
    at(0.5, sag * 0.7 - up * 0.36 + gap * 0.74),
    right,
  ]
  const lower = [
    right,
    at(0.56, 3.9 * lips + gap * 0.76 - up * 0.26),
    at(0.2, 6.1 * lips + gap + smile * 0.8),
    at(-0.2, 6.1 * lips + gap + smile * 0.8),
    at(-0.56, 3.9 * lips + gap * 0.76 - up * 0.26),
    left,
  ]
  const { lipColour: colour, skin } = looks
  const cavity = outline(innerUpper.toReversed(), innerLower.toReversed())
  const [shineX, shineY] = at(0, 4 * lips + gap)
  const [chinX, chinY] = at(0, 9.6 * lips + gap)
  const [teethX, teethY] = at(0, sag - 1.5)
  const [tongueX, tongueY] = at(0, sag + gap + 1.5)
  const corner = (side: BodySide) =>
    line(
      curve([at(side * 1.02, -up - 1), at(side * 1.1, -up - 0.4), at(side * 1.12, -up + 0.9)]),
      shaded(skin, 0.16),
      1.2,
      Math.min(0.7, 0.15 + Math.max(0, smile) * 0.55),
    )
  return {
    defs: `<clipPath id="mouth"><path d="${cavity}"/></clipPath>`,
    content:
      ellipse([chinX, chinY, 6.5, 1.7], shaded(skin, 0.12), 0.4) +
      svgPath(outline(lower, innerLower), lighter(colour, 0.035)) +
      svgPath(outline(upper, innerUpper), lighter(colour, -0.04)) +
      (gap < 0.6
        ? line(curve(innerUpper), { ...shaded(colour, 0.17), c: 0.06 }, 1.5, 0.95)
        : svgPath(cavity, INSIDE) +
          `<g clip-path="url(#mouth)">${ellipse([tongueX, tongueY, half * 0.55, gap * 0.4], TONGUE)}${ellipse([teethX, teethY, half * 0.9, 2.4 + gap * 0.42], TEETH)}</g>`) +
      ellipse([shineX, shineY, half * 0.3, 1 * lips], lighter(colour, 0.16), 0.45) +
      both(corner),
  }
}
