/** A password is the same in every keyboard's spelling (ADR 0051). */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isCommonPassword } from "./common-passwords.ts"
import { passwordChangeFaults } from "./password-change.ts"
import {
  normalisedPassword,
  passwordFault,
  passwordLengths,
  spellingsOfPassword,
} from "./password.ts"
import { presentPasswordFault } from "./present-password.ts"

const USUAL = passwordLengths({ longPasswords: false })
const FORMS = ["NFC", "NFD"] as const
/** Letters with accents, Hangul, and characters that only a compatibility form would fold. */
const typed = fc
  .array(fc.constantFrom(...Array.from("aé1ñö2üå한Åﬁ²Ⅷe\u0301\u0323 ")), { maxLength: 40 })
  .map((characters) => characters.join(""))

describe("a password in its two spellings", () => {
  it("is judged, measured, repeated and looked up as one", () => {
    fc.assert(
      fc.property(typed, (text) => {
        const [composed, decomposed] = FORMS.map((form) => text.normalize(form)) as [string, string]
        expect(normalisedPassword(decomposed)).toBe(normalisedPassword(composed))
        expect(passwordFault(decomposed, USUAL)).toBe(passwordFault(composed, USUAL))
        expect(isCommonPassword(decomposed)).toBe(isCommonPassword(composed))
        expect(presentPasswordFault(decomposed)).toBe(presentPasswordFault(composed))
        const labels = passwordChangeFaults(
          { password: composed, newPassword: decomposed, repeatNewPassword: composed },
          USUAL,
        ).map(({ label }) => label)
        expect(labels).not.toContain("sameAs")
        if (passwordFault(composed, USUAL) === null) expect(labels).toContain("sameAsOld")
      }),
    )
  })

  it("has among the tried spellings every one in which it may have been typed before", () => {
    fc.assert(
      fc.property(typed, (text) => {
        for (const form of FORMS) {
          const spellings = spellingsOfPassword(text.normalize(form))
          expect(spellings[0]).toBe(normalisedPassword(text))
          for (const hashed of FORMS) {
            expect(spellings).toContain(text.trim().normalize(hashed))
          }
        }
        expect(spellingsOfPassword(text)).toContain(text.trim())
      }),
    )
  })
})

it("a password in ASCII is tried in one spelling", () => {
  expect(spellingsOfPassword(" welcome123 ")).toEqual(["welcome123"])
})

it("a password that looks different is a different one", () => {
  for (const [one, other] of [
    ["x²1", "x21"],
    ["ﬁets1", "fiets1"],
    ["ｗelkom1", "welkom1"],
    ["Geheim1", "geheim1"],
    ["zoë-1", "zoe-1"],
  ] as const) {
    expect(normalisedPassword(one)).not.toBe(normalisedPassword(other))
  }
})

it("a password that was accepted while spellings were measured as typed is still asked for", () => {
  expect(presentPasswordFault("é1é2".normalize("NFC"))).toBeNull()
})
