import { describe, expect, it } from "vitest"
import type { CommandOf } from "@foldcast/contracts/commands/command"
import { registrationFormFaults } from "./registration-form.ts"

const NOW = Date.UTC(2026, 0, 31, 12)

const SHORT: CommandOf<"Register"> = {
  _tag: "Register",
  email: "new@example.test",
  password: "geheim3",
}
const FULLER = { ...SHORT, username: "nieuw_1", birthday: "1990-04-30", termsAccepted: true }

describe("a registration's form", () => {
  it("may be the short one, where the brand asks for no more", () => {
    expect(registrationFormFaults(SHORT, NOW, false, [])).toEqual([])
  })
  it("has every field of the fuller one, where the brand asks for it", () => {
    expect(registrationFormFaults(FULLER, NOW, true, [])).toEqual([])
    expect(registrationFormFaults(SHORT, NOW, true, [])).toEqual([
      { field: "username", label: "required" },
      { field: "birthday", label: "required" },
      { field: "termsAccepted", label: "required" },
    ])
  })
  it("is one whose terms were accepted", () => {
    const refused = { ...FULLER, termsAccepted: false }
    for (const wantsFuller of [true, false]) {
      expect(registrationFormFaults(refused, NOW, wantsFuller, [])).toEqual([
        { field: "termsAccepted", label: "required" },
      ])
    }
  })
})
