import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { colourTokens, contrastOf, type Oklch, outsideSrgb } from "./contrast.ts"

const css = readFileSync(new URL("theme.css", import.meta.url), "utf8")
const SURFACES = ["bg", "s1", "s2", "s3"]

/** Foreground and the surfaces it is used on. */
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

const THEMES = ["light", "dark"] as const
const rows = (pairs: typeof TEXT_PAIRS) =>
  THEMES.flatMap((theme) =>
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

  it("measures black on white as 21 to 1", () => {
    const black = { lightness: 0, chroma: 0, hue: 0 }
    const white = { lightness: 1, chroma: 0, hue: 0 }
    expect(contrastOf(black, white)).toBeCloseTo(21, 1)
  })

  it.each(rows(TEXT_PAIRS))("$front on $back can be read in $theme (4.5)", (row) => {
    expect(measured(row)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(rows(CONTROL_PAIRS))("$front against $back can be seen in $theme (3)", (row) => {
    expect(measured(row)).toBeGreaterThanOrEqual(3)
  })

  it("stays inside sRGB, so that every screen shows what was measured", () => {
    const outside = [...tokens].flatMap(([name, themed]) =>
      THEMES.map((theme) => ({ name, theme, by: outsideSrgb(themed[theme]) })).filter(
        ({ by }) => by > 0.01,
      ),
    )
    expect(outside).toEqual([])
  })

  it("measures a brand's own hue", () => {
    const green = colourTokens(css, new Map([["brand-hue", 150]])).get("brand")
    expect(green?.dark.hue).toBe(150)
  })
})
