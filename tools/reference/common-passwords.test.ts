import { describe, expect, it } from "vitest"
import { isCommonPassword } from "../../packages/rules/common-passwords.ts"
import { COMMONEST } from "./common-passwords.ts"

describe("the most common passwords", () => {
  it("are ten thousand, none of which may be chosen", () => {
    expect(COMMONEST).toHaveLength(10_000)
    expect(COMMONEST.filter((word) => !isCommonPassword(word))).toEqual([])
  })
  it.each(["Password1", " qwerty123 ", "WELCOME123", "welkom01"])(
    "are recognised whatever their capitals and ends: %j",
    (typed) => {
      expect(isCommonPassword(typed)).toBe(true)
    },
  )
  it("are hardly ever confused with others", () => {
    const drawn = Array.from({ length: 100_000 }, (_, index) => `een-zin-van-mij-${index}`)
    expect(drawn.filter(isCommonPassword).length).toBeLessThan(3)
  })
})
