/** Colours by lightness, chroma and hue as people see them (OKLCH), as the `#rrggbb` that pictures need. Pure. */

export interface Colour {
  /** 0 black, 1 white. */
  readonly l: number
  /** 0 grey, 0.3 as strong as a screen can. */
  readonly c: number
  /** Degrees. */
  readonly h: number
}

const toLinear = ({ l, c, h }: Colour): readonly [number, number, number] => {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

const encoded = (light: number) => {
  const bounded = Math.min(1, Math.max(0, light))
  const value = bounded <= 0.0031308 ? 12.92 * bounded : 1.055 * bounded ** (1 / 2.4) - 0.055
  return Math.round(value * 255)
    .toString(16)
    .padStart(2, "0")
}

const isShown = (light: number) => light > -0.002 && light < 1.002

/** As strong as the screen allows: less chroma until it can be shown. */
export const hex = (colour: Colour): string => {
  const linear = toLinear(colour)
  return linear.every(isShown) || colour.c < 0.002
    ? `#${linear.map(encoded).join("")}`
    : hex({ ...colour, c: colour.c * 0.92 })
}

export const lighter = ({ l, c, h }: Colour, by: number): Colour => ({
  l: Math.min(0.98, Math.max(0.04, l + by)),
  c,
  h,
})

/** What lies between two of them, `share` of the way; hues go the short way round. */
export const between = (from: Colour, to: Colour, share: number): Colour => ({
  l: from.l + (to.l - from.l) * share,
  c: from.c + (to.c - from.c) * share,
  h: from.h + (((((to.h - from.h + 540) % 360) + 360) % 360) - 180) * share,
})
