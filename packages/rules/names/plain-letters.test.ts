/** A search finds a name in every spelling of its letters (ADR 0051). */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { searchMatches } from "../performer-search.ts"
import { plainLetters } from "./plain-letters.ts"

const NAMES = ["LinenNova", "Łucja-Rød", "Œuvre_9", "StraßeÆon", "Νεφος"] as const
const BETWEEN = [
  "",
  "",
  "",
  " ",
  "-",
  "_",
  "'",
  ".",
  "\u00A0",
  "\u200B",
  "\u00AD",
  "\uFEFF",
  "\u202E",
  "💋",
]
const MARKS = ["", "", "", "\u0301", "\u0308", "\u0327"]
const isAscii = (letter: string) => /[!-~]/u.test(letter)
const fullWidth = (letter: string) =>
  isAscii(letter) ? String.fromCodePoint(letter.charCodeAt(0) + 0xfee0) : letter

/** As another keyboard, input method or person types it. */
const typedOtherwise = (name: string) =>
  fc
    .tuple(
      fc.constantFrom("NFC", "NFD", "NFKC", "NFKD"),
      ...Array.from(name, (letter) =>
        fc
          .tuple(
            fc.constantFrom(letter, letter.toUpperCase(), letter.toLowerCase(), fullWidth(letter)),
            fc.constantFrom(...MARKS),
            fc.constantFrom(...BETWEEN),
          )
          .map((parts) => parts.join("")),
      ),
    )
    .map(([form, ...letters]) => letters.join("").normalize(form))

describe("the plain letters of a name", () => {
  it.each([
    "lïnen",
    "linen nova",
    "LINEN-NOVA",
    " linennova ",
    "ｌｉｎｅｎ　ｎｏｖａ",
    "L\u200Binen\u00A0Nova\uFEFF",
    "𝐋𝐢𝐧𝐞𝐧",
    "łinen",
  ])("are those of LinenNova, or its beginning, where %j was typed", (typed) => {
    const linen = { performerId: "p_1", username: "LinenNova", onlineStatus: 1 }
    const nova = { performerId: "p_2", username: "Nova", onlineStatus: 1 }
    expect(searchMatches(typed, [linen, nova], [])).toEqual({ prefix: [linen], others: [] })
  })

  it("are the same however it is typed, and do not change a second time", () => {
    const typed = fc
      .constantFrom(...NAMES)
      .chain((name) => fc.tuple(fc.constant(name), typedOtherwise(name)))
    fc.assert(
      fc.property(typed, ([name, otherwise]) => {
        expect(plainLetters(otherwise)).toBe(plainLetters(name))
        expect(plainLetters(plainLetters(name))).toBe(plainLetters(name))
      }),
    )
  })

  it("are plain whatever was typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const plain = plainLetters(text)
        expect(plainLetters(plain)).toBe(plain)
        expect(plain).not.toMatch(/[^\p{L}\p{N}]/u)
      }),
    )
  })

  it("differ where a letter or a digit differs, so that nobody is found by a look alone", () => {
    for (const [one, other] of [
      ["Lin0", "Lino"],
      ["Il", "ll"],
      ["mint", "rnint"],
      ["wave", "vvave"],
    ] as const)
      expect(plainLetters(one)).not.toBe(plainLetters(other))
  })
})
