import { describe, expect, it } from "vitest"
import { anonymousName, availableName } from "./nicknames.ts"

describe("a nickname", () => {
  it("gets a number behind it where somebody else has it", () => {
    const taken = new Set(["sanne", "sanne2"])
    expect(availableName("sanne", (name) => taken.has(name))).toBe("sanne3")
    expect(availableName("noor", (name) => taken.has(name))).toBe("noor")
    expect([anonymousName(0), anonymousName(0.999_999_99)]).toEqual(["anon0000000", "anon9999999"])
  })
})
