import { describe, expect, it } from "vitest"
import type { CommandOf } from "@foldcast/contracts/commands/command"
import { registrationFormFaults } from "./registration-form.ts"

const NOW = Date.UTC(2026, 0, 31, 12)

const SHORT: CommandOf<"Register"> = {
  _tag: "Register",
  email: "new@example.test",
  password: "geheim3",
}
const brand = { fullRegistration: false, longPasswords: false }
const FULLER = { ...SHORT, username: "nieuw_1", birthday: "1990-04-30", termsAccepted: true }

describe("a registration's form", () => {
  it("may have the short fields, where the brand asks for no more", () => {
    expect(registrationFormFaults(SHORT, NOW, brand, [])).toEqual([])
  })
  it("needs every field of the longer one, where the brand asks for it", () => {
    expect(registrationFormFaults(FULLER, NOW, { ...brand, fullRegistration: true }, [])).toEqual(
      [],
    )
    expect(registrationFormFaults(SHORT, NOW, { ...brand, fullRegistration: true }, [])).toEqual([
      { field: "username", label: "required" },
      { field: "birthday", label: "required" },
      { field: "termsAccepted", label: "required" },
    ])
  })
  it("needs a password as long as the brand wants it", () => {
    const longest = { ...FULLER, password: `geheim-1${"x".repeat(56)}` }
    for (const fullRegistration of [true, false]) {
      const long = { fullRegistration, longPasswords: true }
      expect(registrationFormFaults(FULLER, NOW, long, [])).toEqual([
        { field: "password", label: "tooShort" },
      ])
      expect(registrationFormFaults(longest, NOW, long, [])).toEqual([])
      expect(registrationFormFaults(longest, NOW, { ...brand, fullRegistration }, [])).toEqual([
        { field: "password", label: "tooLong" },
      ])
    }
  })
  it("needs accepted terms", () => {
    const refused = { ...FULLER, termsAccepted: false }
    for (const fullRegistration of [true, false]) {
      expect(registrationFormFaults(refused, NOW, { ...brand, fullRegistration }, [])).toEqual([
        { field: "termsAccepted", label: "required" },
      ])
    }
  })
})
