import { describe, expect, it } from "vitest"
import { surfaceColour } from "@foldcast/colours/brand-colours"
import { HOUSE_BRAND, PARTNER_BRAND } from "../../screens/brands.fixture.ts"
import { brandTokens, themeColours } from "./brand-tokens.ts"

describe("a brand's tokens", () => {
  it("are the house's own look for the house [SHELL-07]", () => {
    expect(brandTokens(HOUSE_BRAND)).toEqual({
      "--neutral-hue": "290",
      "--brand-hue": "350",
      "--brand-light": "oklch(0.53 0.17 350)",
      "--brand-dark": "oklch(0.68 0.17 350)",
      "--brand-strong-light": "oklch(0.47 0.17 350)",
      "--brand-strong-dark": "oklch(0.74 0.17 350)",
      "--on-brand-light": "oklch(0.99 0.004 350)",
      "--on-brand-dark": "oklch(0.17 0.02 350)",
      "--radius-control": "8px",
      "--radius-card": "14px",
      "--radius-sheet": "20px",
    })
  })

  it("differ in every value for another brand [SHELL-06, SHELL-07]", () => {
    const house = brandTokens(HOUSE_BRAND)
    for (const [name, value] of Object.entries(brandTokens(PARTNER_BRAND))) {
      expect(value).not.toBe(house[name as `--${string}`])
    }
    expect(themeColours(PARTNER_BRAND)).not.toEqual(themeColours(HOUSE_BRAND))
  })

  it("make a pressed control read better, whichever of the two colours is the darker", () => {
    const dark = { brand: { l: 0.3, c: 0.1, h: 20 }, onBrand: { l: 0.98, c: 0, h: 0 } }
    const tokens = brandTokens({ ...HOUSE_BRAND, colours: { ...HOUSE_BRAND.colours, dark } })
    expect(tokens["--brand-strong-dark"]).toBe("oklch(0.24 0.1 20)")
  })

  it("colour the browser's own bar like the page's background", () => {
    for (const theme of ["dark", "light"] as const) {
      const { lightness, chroma, hue } = surfaceColour(theme, "bg", 220)
      expect(themeColours(PARTNER_BRAND)[theme]).toBe(`oklch(${lightness} ${chroma} ${hue})`)
    }
  })

  it("hold no colour outside its range", () => {
    const bright = { ...HOUSE_BRAND.colours.dark, brand: { l: 0.99, c: 0.01, h: 0 } }
    const tokens = brandTokens({
      ...HOUSE_BRAND,
      colours: { ...HOUSE_BRAND.colours, dark: bright },
    })
    expect(tokens["--brand-strong-dark"]).toBe("oklch(1 0.01 0)")
  })
})
