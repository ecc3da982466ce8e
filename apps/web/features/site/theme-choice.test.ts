import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { memoryStorage } from "../../runtime/memory-storage.fixtures.ts"
import { chooseTheme, currentTheme, fixedTheme } from "./theme-choice.ts"

const dataset: { theme?: string } = {}
beforeEach(() => {
  delete dataset.theme
  vi.stubGlobal("document", { documentElement: { dataset } })
  vi.stubGlobal("localStorage", memoryStorage())
})
afterEach(() => vi.unstubAllGlobals())

describe("the theme of the page", () => {
  it("is a promotion's before Christmas, and Christmas before the visitor's", () => {
    expect(fixedTheme("summer", { christmasMode: true })).toBe("summer")
    expect(fixedTheme(null, { christmasMode: true })).toBe("christmas")
    expect(fixedTheme(null, { christmasMode: false })).toBeNull()
  })

  it("is stored under theme where the visitor chose, and removed with the system's [STORE-06]", () => {
    chooseTheme("light")
    expect([currentTheme(), localStorage.getItem("theme")]).toEqual(["light", "light"])
    chooseTheme("system")
    expect([currentTheme(), localStorage.getItem("theme")]).toEqual(["system", null])
  })
})
