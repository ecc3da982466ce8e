/** What is worn over the hair. Pure. */
import { both, type BodySide } from "./body-sides.ts"
import { type OklchColour, lighter } from "./colour.ts"
import { curve } from "./curves.ts"
import type { FaceParts } from "./face.ts"
import { ellipse, line } from "./shapes.ts"

export const headphones = ({ pose }: FaceParts, colour: OklchColour): string => {
  const band = pose.places([
    [-48, -4, -4],
    [-46, -44, -4],
    [-24, -72, -2],
    [0, -77, 0],
    [24, -72, -2],
    [46, -44, -4],
    [48, -4, -4],
  ])
  const cup = (side: BodySide) => {
    const [x, y] = pose.place([side * 47, 6, 0])
    return (
      ellipse([x, y, 9.5, 16], colour) +
      ellipse([x + side * 2.5, y, 5.5, 12], lighter(colour, 0.08))
    )
  }
  return line(curve(band), colour, 6) + both(cup)
}

export const hairband = ({ pose }: FaceParts, colour: OklchColour): string =>
  line(
    curve(
      pose.places([
        [-45, -20, -2],
        [-36, -48, 4],
        [-18, -62, 8],
        [0, -66, 8],
        [18, -62, 8],
        [36, -48, 4],
        [45, -20, -2],
      ]),
    ),
    colour,
    6.5,
  )
