/**
 * Measures colours: OKLCH to sRGB, and the contrast of two colours as WCAG 2.2 defines it. Pure; called
 * for a brand's colours (brand-colours.ts) and by the theme's test for every pair that components use.
 */

export interface Oklch {
  /** 0 black to 1 white. */
  readonly lightness: number
  /** 0 grey, about 0.37 at most. */
  readonly chroma: number
  /** Degrees. */
  readonly hue: number
}

/** WCAG 2.2, 1.4.3: text, and 1.4.11: what shows where a control is. */
export const TEXT_CONTRAST = 4.5
export const CONTROL_CONTRAST = 3

type Rgb = readonly [red: number, green: number, blue: number]

/** Linear light, not clipped: a part below 0 or above 1 lies outside sRGB. */
const linearRgb = ({ lightness, chroma, hue }: Oklch): Rgb => {
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

/** How far outside sRGB the colour lies; 0 is inside. */
export const outsideSrgb = (colour: Oklch): number =>
  Math.max(0, ...linearRgb(colour).map((part) => Math.max(-part, part - 1)))

const clipped = (part: number) => Math.min(1, Math.max(0, part))

const luminance = (colour: Oklch): number => {
  const [red, green, blue] = linearRgb(colour)
  return 0.2126 * clipped(red) + 0.7152 * clipped(green) + 0.0722 * clipped(blue)
}

/** 1 for equal colours to 21 for black on white. */
export const contrastOf = (one: Oklch, other: Oklch): number => {
  const a = luminance(one)
  const b = luminance(other)
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const gammaOf = (part: number): number =>
  part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055

/** `#rrggbb`, for documents that know no OKLCH. */
export const hexOf = (colour: Oklch): string =>
  `#${linearRgb(colour)
    .map((part) =>
      Math.round(gammaOf(clipped(part)) * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`
