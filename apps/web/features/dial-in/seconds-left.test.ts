import { describe, expect, it } from "vitest"
import { secondsLeft } from "./seconds-left.ts"

describe("the time that is left to enter a PIN", () => {
  it("begins at the whole minute, whichever clock is a little behind [DIALIN-07]", () => {
    for (const behind of [-300, -20, 0, 20, 300]) expect(secondsLeft(60_000 + behind, 0)).toBe(60)
  })

  it("is never less than nothing", () => {
    expect([1_400, 600, 0, -5_000].map((until) => secondsLeft(until, 0))).toEqual([1, 1, 0, 0])
  })
})
