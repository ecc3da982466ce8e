/** Colours by lightness, chroma and hue as people see them (OKLCH), as the `#rrggbb` that pictures need. Pure. */
import { linearRgb } from "@foldcast/colours/oklch"

export interface OklchColour {
  /** 0 black, 1 white. */
  readonly l: number
  /** 0 grey, 0.3 as strong as a screen can. */
  readonly c: number
  /** Degrees. */
  readonly h: number
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
export const hex = (colour: OklchColour): string => {
  const { l: lightness, c: chroma, h: hue } = colour
  const linear = linearRgb({ lightness, chroma, hue })
  return linear.every(isShown) || colour.c < 0.002
    ? `#${linear.map(encoded).join("")}`
    : hex({ ...colour, c: colour.c * 0.92 })
}

export const lighter = ({ l, c, h }: OklchColour, by: number): OklchColour => ({
  l: Math.min(0.98, Math.max(0.04, l + by)),
  c,
  h,
})

/** What lies between two of them, `share` of the way; hues go the short way round. */
export const between = (from: OklchColour, to: OklchColour, share: number): OklchColour => ({
  l: from.l + (to.l - from.l) * share,
  c: from.c + (to.c - from.c) * share,
  h: from.h + (((((to.h - from.h + 540) % 360) + 360) % 360) - 180) * share,
})
