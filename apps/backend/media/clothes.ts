/** Neck, shoulders and what is worn on them. Everybody is dressed. Pure. */
import { type OklchColour, lighter } from "./colour.ts"
import { curve, outline, type Point } from "./curves.ts"
import { shaded } from "./face.ts"
import type { Looks } from "./looks.ts"
import { circle, line, linear, svgPath } from "./shapes.ts"

export type Garment =
  | "crew"
  | "vNeck"
  | "scoop"
  | "square"
  | "straps"
  | "boat"
  | "turtleneck"
  | "shirt"
  | "blazer"
  | "hoodie"
  | "cardigan"
  | "stripes"

export interface Outfit {
  readonly garment: Garment
  readonly cloth: OklchColour
  /** What is worn under it. */
  readonly inner: OklchColour
}

interface Build {
  /** Half of the shoulders' width. */
  readonly half: number
  readonly neck: number
}

const buildOf = ({ gender }: Looks): Build =>
  gender === "male" ? { half: 104, neck: 22 } : { half: 85, neck: 16 }

const mirror = (points: ReadonlyArray<Point>): ReadonlyArray<Point> =>
  points.map(([x, y]): Point => [-x, y]).toReversed()

const shoulder = ({ half, neck }: Build): ReadonlyArray<Point> => [
  [neck + 9, 76],
  [neck + 24, 83],
  [half * 0.72, 91],
  [half * 0.93, 102],
  [half + 3, 126],
  [half + 7, 190],
  [half + 12, 420],
]

const skinShape = (build: Build): string => {
  const right: ReadonlyArray<Point> = [
    [build.neck, 24],
    [build.neck, 56],
    [build.neck + 3, 68],
    ...shoulder(build),
  ]
  return outline(mirror(right), right)
}

/** From the shoulder to the middle. */
type Neckline = ReadonlyArray<Point>

const POINTED: ReadonlySet<Garment> = new Set(["vNeck", "cardigan", "shirt", "blazer"])

/** From one shoulder to the other, as one line or with a corner in the middle. */
const acrossOf = (neckline: Neckline, isPointed: boolean): ReadonlyArray<ReadonlyArray<Point>> => {
  const left = mirror(neckline).toReversed()
  const right = neckline.toReversed()
  return isPointed ? [left, right] : [[...left, ...right.slice(1)]]
}

const clothShape = (
  build: Build,
  neckline: Neckline,
  { isPointed = false, hasSleeves = true } = {},
): string => {
  const start = neckline[0] ?? [0, 0]
  const bare: ReadonlyArray<Point> = [
    [build.half * 0.755, 150],
    [build.half * 0.72, 190],
    [build.half * 0.76, 260],
    [build.half * 0.74, 420],
  ]
  const sleeves = shoulder(build)
    .filter(([x]) => x > start[0] + 6)
    .map(([x, y]): Point => [x + 2, y - 2.5])
  const beside = hasSleeves ? sleeves : bare
  const right = [start, ...beside]
  return outline(mirror(right), ...acrossOf(neckline, isPointed), right)
}

const NECKLINES: Readonly<Record<Garment, (neck: number) => ReadonlyArray<Point>>> = {
  crew: (neck) => [
    [neck + 8, 73],
    [neck + 3, 82],
    [neck * 0.6, 90],
    [0, 93],
  ],
  stripes: (neck) => [
    [neck + 12, 75],
    [neck + 5, 87],
    [neck * 0.6, 95],
    [0, 97],
  ],
  hoodie: (neck) => [
    [neck + 8, 73],
    [neck + 2, 84],
    [neck * 0.5, 95],
    [0, 99],
  ],
  vNeck: (neck) => [
    [neck + 11, 74],
    [neck * 0.8, 98],
    [0, 122],
  ],
  cardigan: (neck) => [
    [neck + 12, 75],
    [neck * 0.9, 104],
    [5, 148],
    [3, 420],
  ],
  scoop: (neck) => [
    [neck + 19, 79],
    [neck + 13, 98],
    [neck * 0.7, 112],
    [0, 116],
  ],
  square: (neck) => [
    [neck + 23, 81],
    [neck + 20, 111],
    [neck * 0.6, 113.5],
    [0, 114],
  ],
  straps: (neck) => [
    [neck + 44, 128],
    [neck + 31, 116],
    [neck * 0.9, 119],
    [0, 125],
  ],
  boat: (neck) => [
    [neck + 48, 89],
    [neck + 28, 97],
    [neck * 0.7, 101],
    [0, 102],
  ],
  turtleneck: (neck) => [
    [neck + 4.5, 50],
    [neck * 0.6, 55],
    [0, 57],
  ],
  shirt: (neck) => [
    [neck + 7, 68],
    [neck * 0.7, 88],
    [0, 110],
  ],
  blazer: (neck) => [
    [neck + 10, 72],
    [neck * 0.95, 104],
    [3, 158],
    [2, 420],
  ],
}

const inside = (shape: string, content: string) =>
  `<clipPath id="cloth"><path d="${shape}"/></clipPath><g clip-path="url(#cloth)">${content}</g>`

const edge = (neckline: Neckline, colour: OklchColour, width: number, isPointed = false) =>
  acrossOf(neckline, isPointed)
    .map((run) => line(curve(run), colour, width, 0.9))
    .join("")

const polygon = (points: ReadonlyArray<Point>) =>
  `M${points.map(([x, y]) => `${x},${y}`).join("L")}Z`

const collar = (neck: number, cloth: OklchColour): string =>
  [-1, 1]
    .map((side) =>
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
    )
    .join("") +
  line("M0,110V420", lighter(cloth, -0.09), 1.8, 0.8) +
  [150, 190, 230].map((y) => circle(4.5, y, 2, lighter(cloth, 0.14))).join("")

const lapels = (neck: number, cloth: OklchColour): string =>
  [-1, 1]
    .map((side) => {
      const points: ReadonlyArray<Point> = [
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
    .join("")

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

const details = ({ garment, cloth, inner }: Outfit, { neck, half }: Build): string => {
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

/** What shows where a garment is open. */
const under = ({ garment, inner }: Outfit, build: Build): string =>
  garment === "blazer" || garment === "cardigan"
    ? svgPath(clothShape(build, NECKLINES.scoop(build.neck)), inner)
    : ""

/** Arms beside the body, by the shadow between them. */
const arms = ({ half }: Build, cloth: OklchColour): string =>
  [-1, 1]
    .map((side) =>
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
    .join("")

export const body = (looks: Looks, outfit: Outfit, light: -1 | 1) => {
  const build = buildOf(looks)
  const { neck } = build
  const { skin } = looks
  const { cloth } = outfit
  const shape = clothShape(build, NECKLINES[outfit.garment](neck), {
    isPointed: POINTED.has(outfit.garment),
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
      details(outfit, build),
  }
}
