import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { SURFACE_NAMES, surfaceColour, MEASURED_THEMES } from "@foldcast/colours/brand-colours"
import { contrastOf, outsideSrgb } from "@foldcast/colours/contrast"
import type { Oklch } from "@foldcast/colours/oklch"
import { colourTokens } from "@foldcast/ui/theme/colour-tokens"

const theme = import.meta.resolve("@foldcast/ui/theme.css")
const css = readFileSync(new URL(theme), "utf8")
const SURFACES = ["bg", "s1", "s2", "s3"]

/** A foreground and the surfaces on which it is used. */
const TEXT_PAIRS: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["text", SURFACES],
  ["text2", SURFACES],
  ["text3", SURFACES],
  ["brand", ["bg", "s1", "s2"]],
  ["live", ["bg", "s1", "s2"]],
  ["vip", ["bg", "s1", "s2"]],
  ["busy", ["bg", "s1", "s2"]],
  ["info", ["bg", "s1", "s2"]],
  ["danger", ["bg", "s1", "s2"]],
  ["on-brand", ["brand", "brand-strong"]],
]
const CONTROL_PAIRS: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["control-border", ["bg", "s1", "s2"]],
  ["focus-outer", SURFACES],
  ["focus-inner", ["brand", "focus-outer"]],
  ["brand", ["s3"]],
]

const rows = (pairs: typeof TEXT_PAIRS) =>
  MEASURED_THEMES.flatMap((theme) =>
    pairs.flatMap(([front, backs]) => backs.map((back) => ({ theme, front, back }))),
  )

describe("the theme's colours", () => {
  const tokens = colourTokens(css, new Map())
  const colour = (name: string, theme: "light" | "dark"): Oklch => {
    const found = tokens.get(name)
    if (found === undefined) throw new Error(`--${name} is not a colour of the theme`)
    return found[theme]
  }
  const measured = (row: { theme: "light" | "dark"; front: string; back: string }) =>
    contrastOf(colour(row.front, row.theme), colour(row.back, row.theme))

  it.each(rows(TEXT_PAIRS))(
    "have a contrast for reading of $front on $back in $theme (4.5)",
    (row) => {
      expect(measured(row)).toBeGreaterThanOrEqual(4.5)
    },
  )

  it.each(rows(CONTROL_PAIRS))(
    "have a contrast for seeing of $front against $back in $theme (3)",
    (row) => {
      expect(measured(row)).toBeGreaterThanOrEqual(3)
    },
  )

  it("stay inside sRGB, so that every screen shows what was measured", () => {
    const outside = [...tokens].flatMap(([name, themed]) =>
      MEASURED_THEMES.map((theme) => ({ name, theme, by: outsideSrgb(themed[theme]) })).filter(
        ({ by }) => by > 0.01,
      ),
    )
    expect(outside).toEqual([])
  })

  it("are measured with a brand's own hue", () => {
    const green = colourTokens(css, new Map([["brand-hue", 150]])).get("brand")
    expect(green?.dark.hue).toBe(150)
  })

  it("tint exactly the surfaces that a brand's colours are measured against [SHELL-07]", () => {
    const tinted = colourTokens(css, new Map([["neutral-hue", 40]]))
    for (const theme of MEASURED_THEMES) {
      for (const name of SURFACE_NAMES) {
        expect(tinted.get(name)?.[theme], `${name} ${theme}`).toEqual(
          surfaceColour(theme, name, 40),
        )
      }
      expect(tinted.get("focus-inner")).toEqual(tokens.get("focus-inner"))
    }
  })

  it("can be read whatever hue a brand gives the surfaces", () => {
    for (let hue = 0; hue < 360; hue += 15) {
      const tinted = colourTokens(css, new Map([["neutral-hue", hue]]))
      for (const { theme, front, back } of rows(TEXT_PAIRS)) {
        const [one, other] = [tinted.get(front), tinted.get(back)]
        if (one === undefined || other === undefined) throw new Error(`${front} or ${back}`)
        expect(contrastOf(one[theme], other[theme]), `${front} on ${back}`).toBeGreaterThan(4.5)
      }
    }
  })
})
