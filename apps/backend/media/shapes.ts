/** SVG fragments as text, made of our own numbers and colours only. Pure. */
import { type OklchColour, hex } from "./colour.ts"

/** Coordinates with one decimal: smaller, and the same on every machine. */
export const at = (value: number): string => String(Math.round(value * 10) / 10)

const fill = (paint: OklchColour | string, opacity: number) =>
  `fill="${typeof paint === "string" ? paint : hex(paint)}"${opacity === 1 ? "" : ` opacity="${at(opacity * 10)}e-1"`}`

export const circle = (x: number, y: number, r: number, paint: OklchColour | string, opacity = 1) =>
  `<circle cx="${at(x)}" cy="${at(y)}" r="${at(r)}" ${fill(paint, opacity)}/>`

export const ellipse = (
  [x, y, rx, ry]: readonly [number, number, number, number],
  paint: OklchColour | string,
  opacity = 1,
) => `<ellipse cx="${at(x)}" cy="${at(y)}" rx="${at(rx)}" ry="${at(ry)}" ${fill(paint, opacity)}/>`

export const svgPath = (d: string, paint: OklchColour | string, opacity = 1) =>
  `<path d="${d}" ${fill(paint, opacity)}/>`

/** The attributes of a line that is not filled. */
export const strokeOf = (colour: OklchColour, width: number) =>
  `stroke="${hex(colour)}" stroke-width="${at(width)}"`

export const line = (d: string, colour: OklchColour, width: number, opacity = 1) =>
  `<path d="${d}" fill="none" stroke="${hex(colour)}" stroke-width="${at(width)}" stroke-linecap="round" stroke-opacity="${at(opacity * 10)}e-1"/>`

export interface Stop {
  readonly offset: number
  readonly colour: OklchColour
  readonly opacity?: number
}

const stops = (list: ReadonlyArray<Stop>) =>
  list
    .map(
      ({ offset, colour, opacity = 1 }) =>
        `<stop offset="${offset}" stop-color="${hex(colour)}" stop-opacity="${opacity}"/>`,
    )
    .join("")

/** From one corner of what it fills to another, as shares of it. */
export const linear = (
  id: string,
  [x1, y1, x2, y2]: readonly [number, number, number, number],
  list: ReadonlyArray<Stop>,
) =>
  `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stops(list)}</linearGradient>`

export const radial = (
  id: string,
  [cx, cy, r]: readonly [number, number, number],
  list: ReadonlyArray<Stop>,
) => `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${stops(list)}</radialGradient>`

export const group = (transform: string, content: string) =>
  `<g transform="${transform}">${content}</g>`
