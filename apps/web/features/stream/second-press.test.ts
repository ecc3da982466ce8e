import { describe, expect, it } from "vitest"
import { isSecondPress } from "./second-press.ts"
import type { WantedTip } from "./tip-bar.tsx"

const kiss: WantedTip = {
  _tag: "Credits",
  amount: 150,
  tipType: "kiss",
  message: "",
  isPublic: true,
}

describe("a press on a tip", () => {
  it("is the second of a double click while it is the same one and soon", () => {
    const given = { tip: kiss, at: 1_000 }
    expect([1_000, 1_400, 1_899].map((at) => isSecondPress(given, kiss, at))).toEqual([
      true,
      true,
      true,
    ])
    expect(isSecondPress(given, kiss, 1_900)).toBe(false)
  })

  it("is one of its own where none was before, or another one", () => {
    expect(isSecondPress(null, kiss, 0)).toBe(false)
    const given = { tip: kiss, at: 1_000 }
    expect(isSecondPress(given, { ...kiss, amount: 50, tipType: "wink" }, 1_001)).toBe(false)
    expect(isSecondPress(given, { _tag: "Toy", amount: 150 }, 1_001)).toBe(false)
  })
})
