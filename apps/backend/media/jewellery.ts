/** Earrings and necklaces. Pure. */
import { SIDES } from "./body-sides.ts"
import { type OklchColour, lighter } from "./colour.ts"
import type { FaceParts } from "./face.ts"
import type { Earrings, Looks, Necklace } from "./looks.ts"
import { circle, ellipse, line, strokeOf } from "./shapes.ts"

const GOLD: OklchColour = { l: 0.8, c: 0.105, h: 84 }
const SILVER: OklchColour = { l: 0.86, c: 0.01, h: 250 }
const PEARL: OklchColour = { l: 0.95, c: 0.015, h: 85 }
/** Gold on darker skin and beside fair or red hair, else silver. */
export const metalOf = ({ skin, hair }: Looks) => (skin.l < 0.65 || hair.h < 100 ? GOLD : SILVER)

const EARRING: Readonly<
  Record<Exclude<Earrings, "none">, (x: number, y: number, metal: OklchColour) => string>
> = {
  studs: (x, y, metal) =>
    circle(x, y, 2.7, metal) + circle(x - 0.8, y - 0.8, 1, lighter(metal, 0.14)),
  hoops: (x, y, metal) =>
    `<ellipse cx="${x.toFixed(1)}" cy="${(y + 9).toFixed(1)}" rx="7.5" ry="9" fill="none" ${strokeOf(metal, 2.2)}/>`,
  drops: (x, y, metal) =>
    line(`M${x.toFixed(1)},${y.toFixed(1)}v9`, metal, 1.4) +
    ellipse([x, y + 13, 3.4, 5.2], metal) +
    ellipse([x - 1, y + 11.5, 1, 1.8], lighter(metal, 0.14)),
}

export const earrings = ({ looks, pose }: FaceParts): string => {
  const { earrings: kind } = looks
  if (kind === "none") return ""
  return SIDES.filter((side) => pose.narrowing(side) < 1.2 && pose.narrowing(side) > 0.78)
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
