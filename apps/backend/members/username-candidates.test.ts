import { describe, expect, it } from "vitest"
import { USERNAME_IN_SETTINGS, usernameFault } from "@foldcast/rules/username"
import { usernameCandidates } from "./username-candidates.ts"

describe("username candidates", () => {
  it("follow the rules of names, differ from each other, and fit into one query", () => {
    for (const typed of ["anna", "a", "", "the admin", "x".repeat(60), "éü", "<b>hi</b>"]) {
      for (const max of [4, 14, 32, 9_999]) {
        const names = usernameCandidates(typed, max)
        expect(names.length).toBeGreaterThan(5)
        expect(names.length).toBeLessThanOrEqual(200)
        expect(new Set(names).size).toBe(names.length)
        expect(names.filter((name) => name.length > max)).toEqual([])
        expect(names.map((name) => usernameFault(name, USERNAME_IN_SETTINGS))).toEqual(
          names.map(() => null),
        )
      }
    }
  })

  it("begin with the name itself, then the name with numbers", () => {
    expect(usernameCandidates("anna-lou", 32).slice(0, 3)).toEqual([
      "annalou",
      "annalou1",
      "annalou2",
    ])
  })

  it("contain no forbidden word where the name itself does", () => {
    expect(usernameCandidates("admin", 32)[0]).toBe("member")
  })
})
