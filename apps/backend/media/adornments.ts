/** Glasses, jewellery, headphones and beards. Pure. */
import { type OklchColour, lighter } from "./colour.ts"
import { blob, curve, outline } from "./curves.ts"
import { shaded, type FaceParts } from "./face.ts"
import type { HeadPoint } from "./head-pose.ts"
import type { Beard, Earrings, Glasses, Looks, Necklace } from "./looks.ts"
import { circle, ellipse, line, svgPath } from "./shapes.ts"

type Side = -1 | 1

const GOLD: OklchColour = { l: 0.8, c: 0.105, h: 84 }
const SILVER: OklchColour = { l: 0.86, c: 0.01, h: 250 }
const PEARL: OklchColour = { l: 0.95, c: 0.015, h: 85 }
const metalOf = ({ skin, hair }: Looks) => (skin.l < 0.65 || hair.h < 100 ? GOLD : SILVER)

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
  const lens = (side: Side) => {
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
      `<path d="${shape}" fill="none" ${stroke(frame, width)}/>` +
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
  return lens(-1) + lens(1) + line(curve(bridge), frame, width)
}

const stroke = (colour: OklchColour, width: number) => {
  const [, painted = ""] = /stroke="([^"]+)"/u.exec(line("", colour, width)) ?? []
  return `stroke="${painted}" stroke-width="${width}"`
}

const EARRING: Readonly<
  Record<Exclude<Earrings, "none">, (x: number, y: number, metal: OklchColour) => string>
> = {
  studs: (x, y, metal) =>
    circle(x, y, 2.7, metal) + circle(x - 0.8, y - 0.8, 1, lighter(metal, 0.14)),
  hoops: (x, y, metal) =>
    `<ellipse cx="${x.toFixed(1)}" cy="${(y + 9).toFixed(1)}" rx="7.5" ry="9" fill="none" ${stroke(metal, 2.2)}/>`,
  drops: (x, y, metal) =>
    line(`M${x.toFixed(1)},${y.toFixed(1)}v9`, metal, 1.4) +
    ellipse([x, y + 13, 3.4, 5.2], metal) +
    ellipse([x - 1, y + 11.5, 1, 1.8], lighter(metal, 0.14)),
}

export const earrings = ({ looks, pose }: FaceParts): string => {
  const { earrings: kind } = looks
  if (kind === "none") return ""
  return [-1, 1]
    .filter((side) => pose.narrowing(side) < 1.2 && pose.narrowing(side) > 0.78)
    .map((side) => {
      const [x, y] = pose.place([side * 43 * looks.face.width, 19, -5])
      return EARRING[kind](x, y, metalOf(looks))
    })
    .join("")
}

const PEARLS = 13

const NECKLACES: Readonly<Record<Exclude<Necklace, "none">, (metal: OklchColour) => string>> = {
  chain: (metal) => line("M-21,72C-14,90 14,90 21,72", metal, 1.6),
  pendant: (metal) =>
    line("M-22,72C-15,92 -5,98 0,102C5,98 15,92 22,72", metal, 1.3) +
    circle(0, 105, 3.6, metal) +
    circle(-0.9, 104, 1.2, lighter(metal, 0.14)),
  pearls: () =>
    Array.from({ length: PEARLS }, (_, index) => {
      const share = index / (PEARLS - 1)
      const x = -21 + 42 * share
      return circle(x, 72 + 15 * Math.sin(Math.PI * share), 2.5, PEARL)
    }).join(""),
}

export const necklace = (looks: Looks): string =>
  looks.necklace === "none" ? "" : NECKLACES[looks.necklace](metalOf(looks))

/** From the ears down along the jaw; `top` is where it begins below the nose. */
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
  const mirror = (points: ReadonlyArray<HeadPoint>) =>
    points.map(([x, y, z]): HeadPoint => [-x, y, z ?? 0])
  return outline(
    pose.places([...mirror(rightSide), ...rightSide.toReversed().slice(1)]),
    pose.places([...inner, ...mirror(inner).toReversed().slice(1)]),
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

/** Over the hair. */
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
  const cup = (side: Side) => {
    const [x, y] = pose.place([side * 47, 6, 0])
    return (
      ellipse([x, y, 9.5, 16], colour) +
      ellipse([x + side * 2.5, y, 5.5, 12], lighter(colour, 0.08))
    )
  }
  return line(curve(band), colour, 6) + cup(-1) + cup(1)
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
