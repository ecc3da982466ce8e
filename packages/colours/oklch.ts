/**
 * Colours as perceived lightness, chroma and hue (OKLCH), and their conversion to a screen's linear light.
 * Pure.
 */

export interface Oklch {
  /** 0 black to 1 white. */
  readonly lightness: number
  /** 0 grey, about 0.37 at most. */
  readonly chroma: number
  /** Degrees. */
  readonly hue: number
}

export type Rgb = readonly [red: number, green: number, blue: number]

/** Linear light, not clipped: a part below 0 or above 1 lies outside sRGB. */
export const linearRgb = ({ lightness, chroma, hue }: Oklch): Rgb => {
  const radians = (hue * Math.PI) / 180
  const a = chroma * Math.cos(radians)
  const b = chroma * Math.sin(radians)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}
