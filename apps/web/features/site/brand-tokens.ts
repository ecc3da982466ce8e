/**
 * A brand's colours and shapes as custom properties of the document (SHELL-07). They are in the root element's
 * `style` attribute: the content security policy allows that, but no style sheet without a nonce. The gateway has
 * already refused colour pairs with too little contrast. Pure.
 */
import type { PublicBrand } from "@foldcast/contracts/queries/brand"

interface Oklch {
  readonly l: number
  readonly c: number
  readonly h: number
}

const oklch = ({ l, c, h }: Oklch) => `oklch(${l} ${c} ${h})`

/** theme.css picks the light or the dark value: some browsers do not support `light-dark`. */
const inBoth = (name: `--${string}`, light: Oklch, dark: Oklch): BrandTokens => ({
  [`${name}-light`]: oklch(light),
  [`${name}-dark`]: oklch(dark),
})

const within = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1_000) / 1_000

/** A pressed control moves its colour away from its text colour, so the contrast only grows. */
const STRONGER = 0.06
const stronger = ({ brand, onBrand }: { brand: Oklch; onBrand: Oklch }): Oklch => ({
  ...brand,
  l: within(brand.l + (brand.l < onBrand.l ? -STRONGER : STRONGER)),
})

/** Cards and sheets are rounder than controls by these fixed steps. */
const CARD_STEP = 6
const SHEET_STEP = 12

export type BrandTokens = Readonly<Record<`--${string}`, string>>

export const brandTokens = ({ colours, radius }: PublicBrand): BrandTokens => {
  const { dark, light, surfaceHue } = colours
  return {
    "--neutral-hue": String(surfaceHue),
    "--brand-hue": String(dark.brand.h),
    ...inBoth("--brand", light.brand, dark.brand),
    ...inBoth("--brand-strong", stronger(light), stronger(dark)),
    ...inBoth("--on-brand", light.onBrand, dark.onBrand),
    "--radius-control": `${radius}px`,
    "--radius-card": `${radius + CARD_STEP}px`,
    "--radius-sheet": `${radius + SHEET_STEP}px`,
  }
}

/** The colour of the browser's own toolbar: the page's ground colour in each theme (theme.css, `--bg`). */
export const themeColours = ({ colours: { surfaceHue: h } }: PublicBrand) => ({
  dark: oklch({ l: 0.16, c: 0.012, h }),
  light: oklch({ l: 0.992, c: 0.003, h }),
})
