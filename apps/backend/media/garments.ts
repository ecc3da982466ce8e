/** The shapes of bodies and garments: shoulders, sleeves and necklines. Pure. */
import type { OklchColour } from "./colour.ts"
import { outline, type FieldPoint } from "./curves.ts"
import type { Looks } from "./looks.ts"

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

export interface Build {
  /** Half of the shoulders' width. */
  readonly half: number
  readonly neck: number
}

export const buildOf = ({ gender }: Looks): Build =>
  gender === "male" ? { half: 104, neck: 22 } : { half: 85, neck: 16 }

export const mirror = (points: ReadonlyArray<FieldPoint>): ReadonlyArray<FieldPoint> =>
  points.map(([x, y]): FieldPoint => [-x, y]).toReversed()

const shoulder = ({ half, neck }: Build): ReadonlyArray<FieldPoint> => [
  [neck + 9, 76],
  [neck + 24, 83],
  [half * 0.72, 91],
  [half * 0.93, 102],
  [half + 3, 126],
  [half + 7, 190],
  [half + 12, 420],
]

export const skinShape = (build: Build): string => {
  const right: ReadonlyArray<FieldPoint> = [
    [build.neck, 24],
    [build.neck, 56],
    [build.neck + 3, 68],
    ...shoulder(build),
  ]
  return outline(mirror(right), right)
}

/** From the shoulder to the middle. */
export type Neckline = ReadonlyArray<FieldPoint>

const POINTED: ReadonlySet<Garment> = new Set(["vNeck", "cardigan", "shirt", "blazer"])
export const isPointed = (garment: Garment): boolean => POINTED.has(garment)

/** From one shoulder to the other, as one line or with a corner in the middle. */
export const acrossOf = (
  neckline: Neckline,
  hasCorner: boolean,
): ReadonlyArray<ReadonlyArray<FieldPoint>> => {
  const left = mirror(neckline).toReversed()
  const right = neckline.toReversed()
  return hasCorner ? [left, right] : [[...left, ...right.slice(1)]]
}

export const clothShape = (
  build: Build,
  neckline: Neckline,
  { isPointed = false, hasSleeves = true } = {},
): string => {
  const start = neckline[0] ?? [0, 0]
  const bare: ReadonlyArray<FieldPoint> = [
    [build.half * 0.755, 150],
    [build.half * 0.72, 190],
    [build.half * 0.76, 260],
    [build.half * 0.74, 420],
  ]
  const sleeves = shoulder(build)
    .filter(([x]) => x > start[0] + 6)
    .map(([x, y]): FieldPoint => [x + 2, y - 2.5])
  const beside = hasSleeves ? sleeves : bare
  const right = [start, ...beside]
  return outline(mirror(right), ...acrossOf(neckline, isPointed), right)
}

export const NECKLINES: Readonly<Record<Garment, (neck: number) => ReadonlyArray<FieldPoint>>> = {
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
