/**
 * Checks whether a brand's colours are readable. Every pair that the site makes of them is measured against the
 * theme's surfaces, tinted with the brand's hue, in both themes. Pure. The surfaces are the theme's own
 * (packages/ui/theme/theme.css); a test of the site compares the two.
 */
import { CONTROL_CONTRAST, contrastOf, TEXT_CONTRAST } from "./contrast.ts"
import type { Oklch } from "./oklch.ts"

interface Colour {
  readonly l: number
  readonly c: number
  readonly h: number
}

interface Accent {
  readonly brand: Colour
  readonly onBrand: Colour
}

export interface BrandColours {
  readonly dark: Accent
  readonly light: Accent
  readonly surfaceHue: number
}

export const MEASURED_THEMES = ["dark", "light"] as const
export const SURFACE_NAMES = ["bg", "s1", "s2", "s3"] as const
type Theme = (typeof MEASURED_THEMES)[number]
type SurfaceName = (typeof SURFACE_NAMES)[number]

const SURFACES: Readonly<
  Record<Theme, Readonly<Record<SurfaceName, readonly [lightness: number, chroma: number]>>>
> = {
  dark: { bg: [0.16, 0.012], s1: [0.2, 0.014], s2: [0.25, 0.017], s3: [0.3, 0.02] },
  light: { bg: [0.992, 0.003], s1: [0.998, 0.001], s2: [0.957, 0.007], s3: [0.925, 0.011] },
}
/** The inner focus ring. It lies on the brand's colour and does not use the brand's hue. */
const FOCUS_INNER: Readonly<Record<Theme, Oklch>> = {
  dark: { lightness: 0.17, chroma: 0.012, hue: 290 },
  light: { lightness: 0.985, chroma: 0.004, hue: 290 },
}

export const oklchOf = ({ l, c, h }: Colour): Oklch => ({ lightness: l, chroma: c, hue: h })

export const surfaceColour = (theme: Theme, name: SurfaceName, hue: number): Oklch => {
  const [lightness, chroma] = SURFACES[theme][name]
  return { lightness, chroma, hue }
}

interface Pair {
  readonly name: string
  readonly front: Oklch
  readonly back: Oklch
  readonly needs: number
}

const pairsOf = (colours: BrandColours, theme: Theme): ReadonlyArray<Pair> => {
  const brand = oklchOf(colours[theme].brand)
  const onBrand = oklchOf(colours[theme].onBrand)
  return [
    ...SURFACE_NAMES.map((name) => ({
      name: `brand on ${name}`,
      front: brand,
      back: surfaceColour(theme, name, colours.surfaceHue),
      // Text in the brand's colour appears on all surfaces except the highest.
      needs: name === "s3" ? CONTROL_CONTRAST : TEXT_CONTRAST,
    })),
    { name: "onBrand on brand", front: onBrand, back: brand, needs: TEXT_CONTRAST },
    { name: "focus on brand", front: FOCUS_INNER[theme], back: brand, needs: CONTROL_CONTRAST },
  ]
}

/** The unreadable pairs of a theme, in words; empty when all are readable. */
export const brandColoursFaults = (colours: BrandColours, theme: Theme): ReadonlyArray<string> =>
  pairsOf(colours, theme).flatMap(({ name, front, back, needs }) => {
    const contrast = contrastOf(front, back)
    return contrast < needs ? [`${name} has contrast ${contrast.toFixed(2)}, below ${needs}`] : []
  })
