/** The numbers that style sheets repeat because they have no constants. */
import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { BREAKPOINTS } from "./breakpoints.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const sheets = globSync("{apps/web/{features,routes},packages/ui}/**/*.css", { cwd: root })

/**
 * Where what stands beside each other no longer fits: tiles of methods, rows of settings, the rail beside the stage.
 */
const CONTENT_WIDTHS: ReadonlyArray<number> = [360, 480, 1_800]

describe("the layouts' breakpoints", () => {
  it("are the six that the product names", () => {
    expect(Object.values(BREAKPOINTS)).toEqual([320, 640, 768, 1_024, 1_280, 1_536])
    expect(BREAKPOINTS.tablet).toBe(768)
  })

  it("and three at which content no longer fits are the only widths at which a style sheet changes anything", () => {
    expect(sheets.length).toBeGreaterThan(20)
    const strangers = sheets.flatMap((sheet) =>
      [...readFileSync(`${root}/${sheet}`, "utf8").matchAll(/\(width [<>]=? (?<px>\d+)px\)/gu)]
        .map(({ groups }) => Number(groups?.["px"]))
        .filter((px) => !(Object.values(BREAKPOINTS) as ReadonlyArray<number>).includes(px))
        .filter((px) => !CONTENT_WIDTHS.includes(px))
        .map((px) => `${sheet}: ${px}`),
    )
    expect(strangers).toEqual([])
  })
})
