import { describe, expect, it } from "vitest"
import { isSecondPress } from "./second-press.ts"

describe("a press on a tip", () => {
  it("is the second of a double click while it is soon, and one of its own later or first", () => {
    const presses = [1_000, 1_400, 1_899, 1_900].map((at) => isSecondPress(1_000, at))
    expect(presses).toEqual([true, true, true, false])
    expect(isSecondPress(null, 0)).toBe(false)
  })
})
