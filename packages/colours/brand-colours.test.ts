import { describe, expect, it } from "vitest"
import { type BrandColours, brandColoursFaults, MEASURED_THEMES } from "./brand-colours.ts"
import { contrastOf, hexOf } from "./contrast.ts"

const BLACK = { lightness: 0, chroma: 0, hue: 0 }
const WHITE = { lightness: 1, chroma: 0, hue: 0 }
const READABLE: BrandColours = {
  dark: { brand: { l: 0.68, c: 0.17, h: 350 }, onBrand: { l: 0.17, c: 0.02, h: 350 } },
  light: { brand: { l: 0.53, c: 0.17, h: 350 }, onBrand: { l: 0.99, c: 0.004, h: 350 } },
  surfaceHue: 290,
}

describe("a brand's colours", () => {
  it("are measured from 1 to 21 and written for browsers without OKLCH", () => {
    expect(contrastOf(BLACK, WHITE)).toBeCloseTo(21, 1)
    expect(contrastOf(WHITE, BLACK)).toBe(contrastOf(BLACK, WHITE))
    expect([hexOf(BLACK), hexOf(WHITE)]).toEqual(["#000000", "#ffffff"])
    expect(hexOf({ lightness: 0.627955, chroma: 0.257683, hue: 29.2339 })).toBe("#ff0000")
  })

  it("are refused with the pair that cannot be read, in either theme [SHELL-07]", () => {
    const faults = (changes: Partial<BrandColours>) =>
      MEASURED_THEMES.flatMap((theme) =>
        brandColoursFaults({ ...READABLE, ...changes }, theme).map((text) => `${theme}: ${text}`),
      )
    const { dark, light } = READABLE
    const dim = { ...dark, brand: { ...dark.brand, l: 0.5 } }
    expect(faults({ dark: dim })[0]).toMatch(/^dark: brand on bg has contrast/u)
    const pale = { ...light, brand: { ...light.brand, l: 0.8 } }
    expect(faults({ light: pale })[0]).toMatch(/^light: brand on bg has contrast .+, below 4\.5$/u)
    expect(faults({ light: pale }).length).toBeGreaterThan(3)
    const grey = { ...light, onBrand: { l: 0.7, c: 0, h: 0 } }
    expect(faults({ light: grey })[0]).toMatch(/^light: onBrand on brand/u)
  })
})
