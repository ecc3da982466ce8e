/** Invisible characters that come with pasted text, and text without a visible character (ADR 0051). */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { emailFault, trimmedEmail } from "./email.ts"
import { forgotPasswordIdentity } from "./forgot-password.ts"
import { hasNothingToSee, withoutInvisibleMarks } from "./invisible-marks.ts"
import { nicknameFault } from "./names/nickname.ts"
import { sameKey } from "./names/same-key.ts"
import { trimmedUsername, USERNAME_IN_SETTINGS, usernameFault } from "./username.ts"

const MARKS = [
  ...["\u200B", "\u200C", "\u200D", "\u2060", "\uFEFF", "\u00AD", "\u034F", "\u180E", "\uFE0F"],
  ...["\u200E", "\u200F", "\u202A", "\u202C", "\u202E", "\u2066", "\u2069", "\u061C", "\u{E0041}"],
  ...["\u3164", "\u115F", "\u1160", "\uFFA0", "\u2800", "\uFFF9"],
]
const SPACES = [" ", "\u00A0", "\u202F", "\u3000", "\t", "\n"]
const marks = fc.array(fc.constantFrom(...MARKS), { maxLength: 3 }).map((some) => some.join(""))
const around = fc
  .array(fc.constantFrom(...MARKS, ...SPACES), { maxLength: 4 })
  .map((some) => some.join(""))

/** The text with marks between its letters, and marks and spaces around it. */
const pasted = (text: string) =>
  fc
    .tuple(
      around,
      fc.tuple(...Array.from(text, (letter) => marks.map((some) => letter + some))),
      around,
    )
    .map(([before, letters, after]) => before + letters.join("") + after)

describe("invisible characters", () => {
  it("do not change the address, name or key that they are pasted with", () => {
    fc.assert(
      fc.property(pasted("Robin.o-x@example.org"), (typed) => {
        expect(trimmedEmail(typed)).toBe("Robin.o-x@example.org")
        expect(emailFault(typed)).toBeNull()
        expect(sameKey(typed)).toBe("robin.o-x@example.org")
        expect(forgotPasswordIdentity(typed)).toEqual({ email: "Robin.o-x@example.org" })
      }),
    )
    fc.assert(
      fc.property(pasted("an_na-9"), (typed) => {
        expect(trimmedUsername(typed)).toBe("an_na-9")
        expect(usernameFault(typed, USERNAME_IN_SETTINGS)).toBeNull()
        expect(sameKey(typed)).toBe("an_na-9")
      }),
    )
  })

  it("are all that is removed: what is seen stays, in its order", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const left = withoutInvisibleMarks(text)
        const characters = Array.from(text)
        expect(withoutInvisibleMarks(left)).toBe(left)
        expect(Array.from(left).every((character) => characters.includes(character))).toBe(true)
      }),
    )
    expect(withoutInvisibleMarks("\u200Bx\u00A0y\u200B")).toBe("x\u00A0y")
    expect(emailFault("ro\u00A0bin@example.org")).toBe("invalid")
  })
})

describe("a text without a visible character", () => {
  it("is one of invisible characters, and of those with spaces between them", () => {
    const mark = fc.constantFrom(...MARKS.filter((one) => one !== "\uFEFF"))
    fc.assert(
      fc.property(around, mark, around, (before, one, after) => {
        expect(hasNothingToSee(before + one + after)).toBe(true)
        expect(nicknameFault(before + one + after)).toBe("nothingToSee")
      }),
    )
    for (const text of ["\u{1D159}", "\u0301\u0301", "\uFEFF", "\u{E007F}"]) {
      expect([text, hasNothingToSee(text)]).toEqual([text, true])
    }
  })

  it("is none that has a letter, a sign or an emoji, whatever stands beside it, nor is an empty one", () => {
    for (const text of [
      "a",
      "é",
      "\u05D0",
      "ب",
      "한",
      "❤️",
      "👩‍💻",
      "🏴\u{E0067}\u{E007F}",
      ".",
      "１",
      "🇳🇱",
    ]) {
      expect([text, hasNothingToSee(text)]).toEqual([text, false])
      expect(hasNothingToSee(`\u200B${text}\u3164`)).toBe(false)
    }
    for (const text of ["", "  ", "\u00A0\u3000\n"]) expect(hasNothingToSee(text)).toBe(false)
    expect(nicknameFault("  ")).toBe("required")
  })
})
