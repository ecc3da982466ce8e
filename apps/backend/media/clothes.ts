/** Neck, shoulders and what is worn on them. Everybody is dressed. Pure. */
import { both } from "./body-sides.ts"
import { type OklchColour, lighter } from "./colour.ts"
import { curve, outline } from "./curves.ts"
import { shaded } from "./face.ts"
import { garmentDetails } from "./garment-details.ts"
import {
  type Build,
  buildOf,
  clothShape,
  isPointed,
  NECKLINES,
  type Outfit,
  skinShape,
} from "./garments.ts"
import type { Looks } from "./looks.ts"
import { line, linear, svgPath } from "./shapes.ts"

/** What shows where a garment is open. */
const under = ({ garment, inner }: Outfit, build: Build): string =>
  garment === "blazer" || garment === "cardigan"
    ? svgPath(clothShape(build, NECKLINES.scoop(build.neck)), inner)
    : ""

/** Arms beside the body, by the shadow between them. */
const arms = ({ half }: Build, cloth: OklchColour): string =>
  both((side) =>
    line(
      curve([
        [side * half * 0.73, 140],
        [side * half * 0.7, 190],
        [side * half * 0.76, 260],
        [side * half * 0.74, 420],
      ]),
      lighter(cloth, -0.1),
      3,
      0.55,
    ),
  )

export const body = (looks: Looks, outfit: Outfit, light: -1 | 1) => {
  const build = buildOf(looks)
  const { neck } = build
  const { skin } = looks
  const { cloth } = outfit
  const shape = clothShape(build, NECKLINES[outfit.garment](neck), {
    isPointed: isPointed(outfit.garment),
    hasSleeves: outfit.garment !== "straps",
  })
  const [from, to] = light === -1 ? [0, 1] : [1, 0]
  const skinOutline = skinShape(build)
  return {
    defs:
      linear(
        "drape",
        [from, 0, to, 0.5],
        [
          { offset: 0, colour: { l: 0.98, c: 0.02, h: 85 }, opacity: 0.16 },
          { offset: 0.5, colour: { l: 0.98, c: 0.02, h: 85 }, opacity: 0 },
          { offset: 0.55, colour: { l: 0.2, c: 0.04, h: 290 }, opacity: 0 },
          { offset: 1, colour: { l: 0.2, c: 0.04, h: 290 }, opacity: 0.3 },
        ],
      ) + `<clipPath id="skin"><path d="${skinOutline}"/></clipPath>`,
    neck:
      svgPath(skinOutline, lighter(skin, -0.012)) +
      // The head's shadow on the neck.
      `<g clip-path="url(#skin)">${svgPath(
        outline([
          [-neck - 14, 20],
          [-neck - 4, 58],
          [-light * 4, 72],
          [neck + 4, 60],
          [neck + 14, 20],
        ]),
        shaded(skin, 0.13),
        0.72,
      )}${line(`M${-neck - 20},88C${-neck},90 -8,93 -4,99`, shaded(skin, 0.13), 1.6, 0.5)}${line(`M${neck + 20},88C${neck},90 8,93 4,99`, shaded(skin, 0.13), 1.6, 0.5)}</g>`,
    clothes:
      under(outfit, build) +
      svgPath(shape, cloth) +
      svgPath(shape, "url(#drape)") +
      arms(build, outfit.garment === "straps" ? shaded(skin, 0.06) : cloth) +
      garmentDetails(outfit, build),
  }
}
