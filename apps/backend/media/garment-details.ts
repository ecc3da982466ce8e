/** Collars, lapels, hoods, edges and stripes. Pure. */
import { both } from "./body-sides.ts"
import { type OklchColour, lighter } from "./colour.ts"
import { curve, outline, type FieldPoint } from "./curves.ts"
import {
  acrossOf,
  type Build,
  clothShape,
  NECKLINES,
  type Neckline,
  type Outfit,
} from "./garments.ts"
import { circle, line, svgPath } from "./shapes.ts"

const inside = (shape: string, content: string) =>
  `<clipPath id="cloth"><path d="${shape}"/></clipPath><g clip-path="url(#cloth)">${content}</g>`

const edge = (neckline: Neckline, colour: OklchColour, width: number, isPointed = false) =>
  acrossOf(neckline, isPointed)
    .map((run) => line(curve(run), colour, width, 0.9))
    .join("")

const polygon = (points: ReadonlyArray<FieldPoint>) =>
  `M${points.map(([x, y]) => `${x},${y}`).join("L")}Z`

const collar = (neck: number, cloth: OklchColour): string =>
  both((side) =>
    svgPath(
      polygon([
        [side * (neck + 7), 63],
        [side * (neck + 19), 86],
        [side * (neck + 2), 119],
        [side * 1, 110],
        [side * (neck - 1), 82],
      ]),
      lighter(cloth, side * 0.015 + 0.055),
    ),
  ) +
  line("M0,110V420", lighter(cloth, -0.09), 1.8, 0.8) +
  [150, 190, 230].map((y) => circle(4.5, y, 2, lighter(cloth, 0.14))).join("")

const lapels = (neck: number, cloth: OklchColour): string =>
  both((side) => {
    const points: ReadonlyArray<FieldPoint> = [
      [side * (neck + 9), 71],
      [side * (neck + 25), 92],
      [side * (neck + 30), 118],
      [side * (neck + 21), 121],
      [side * (neck + 24), 128],
      [side * 4, 176],
      [side * 3, 158],
      [side * (neck * 0.95), 104],
    ]
    return svgPath(polygon(points), lighter(cloth, side === 1 ? 0.065 : 0.04))
  })

const hood = (neck: number, cloth: OklchColour): string =>
  svgPath(
    outline(
      [
        [-neck - 8, 73],
        [-neck - 22, 70],
        [-neck - 30, 84],
        [-neck - 8, 106],
        [0, 112],
        [neck + 8, 106],
        [neck + 30, 84],
        [neck + 22, 70],
        [neck + 8, 73],
      ],
      [
        [neck + 8, 73],
        [neck + 2, 84],
        [neck * 0.5, 95],
        [0, 99],
        [-neck * 0.5, 95],
        [-neck - 2, 84],
        [-neck - 8, 73],
      ],
    ),
    lighter(cloth, 0.045),
  ) +
  line("M-11,105C-12,120 -10,132 -12,142", { l: 0.95, c: 0.01, h: 80 }, 2.4, 0.9) +
  line("M11,105C12,118 10,128 12,136", { l: 0.95, c: 0.01, h: 80 }, 2.4, 0.9)

const STRIPE_STEP = 17

const stripes = (colour: OklchColour): string =>
  Array.from({ length: 20 }, (_, index) => {
    const y = 84 + index * STRIPE_STEP
    return line(`M-160,${y + 10}C-80,${y - 2} 80,${y - 2} 160,${y + 10}`, colour, 5.5)
  }).join("")

/** What is on it: collars, lapels, hoods, stripes. */
export const garmentDetails = (
  { garment, cloth, inner }: Outfit,
  { neck, half }: Build,
): string => {
  const neckline = NECKLINES[garment](neck)
  const trim = () => edge(neckline, lighter(cloth, -0.06), 2.6)
  switch (garment) {
    case "shirt":
      return collar(neck, cloth)
    case "blazer":
      return lapels(neck, cloth)
    case "hoodie":
      return hood(neck, cloth)
    case "straps":
      return (
        line(`M${neck + 32},119L${neck + 25},84`, cloth, 5) +
        line(`M${-neck - 32},119L${-neck - 25},84`, cloth, 5) +
        trim()
      )
    case "turtleneck":
      return (
        line(
          `M${-neck - 3},66C${-neck * 0.5},73 ${neck * 0.5},73 ${neck + 3},66`,
          lighter(cloth, -0.07),
          2,
          0.6,
        ) +
        line(
          `M${-neck - 4},52C${-neck * 0.5},59 ${neck * 0.5},59 ${neck + 4},52`,
          lighter(cloth, 0.07),
          2.4,
          0.7,
        )
      )
    case "cardigan":
      return edge(neckline, lighter(cloth, 0.06), 7, true)
    case "stripes":
      return inside(clothShape({ neck, half }, neckline), stripes(inner)) + trim()
    case "vNeck":
      return edge(neckline, lighter(cloth, 0.05), 4.6, true)
    case "crew":
    case "boat":
      return edge(neckline, lighter(cloth, 0.05), 4.6)
    case "scoop":
    case "square":
      return trim()
  }
}
