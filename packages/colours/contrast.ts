/** Measures colours: OKLCH to sRGB, and the contrast of two colours as WCAG 2.2 defines it. Pure. */
import { linearRgb, type Oklch } from "./oklch.ts"

/** WCAG 2.2, 1.4.3: text, and 1.4.11: the visible parts of a control. */
export const TEXT_CONTRAST = 4.5
export const CONTROL_CONTRAST = 3

/** How far outside sRGB the colour lies; 0 is inside. @internal The theme's test asks it. */
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

/** `#rrggbb`, for documents without OKLCH support. */
export const hexOf = (colour: Oklch): string =>
  `#${linearRgb(colour)
    .map((part) =>
      Math.round(gammaOf(clipped(part)) * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`
