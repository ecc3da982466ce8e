/** A typed message as the room receives it: text in every script, without markup or control characters. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isValidMessage, mutedWords, normalisedMessage } from "./message-text.ts"

const TURNS = /[\p{Cc}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2066}-\u{2069}]/u

describe("the text of a message", () => {
  it("keeps every script, combining marks and joined emoji as they are", () => {
    for (const text of [
      "Zoë",
      "שלום",
      "مرحبا",
      "สวัสดี",
      "日本語",
      "👩‍👩‍👧‍👦🏳️‍🌈",
      "<b>&amp; https://x.example",
    ]) {
      expect(normalisedMessage(text)).toBe(text.normalize("NFC"))
    }
  })

  it("has no line breaks, no control characters and none that change the direction of writing", () => {
    expect(normalisedMessage(" a\n\tb\u202Ec\u0000 \u2067d ")).toBe("a bc d")
    expect(normalisedMessage("a \u0000\tb")).toBe("a b")
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (typed) => {
        const text = normalisedMessage(typed)
        expect(TURNS.test(text)).toBe(false)
        expect(normalisedMessage(text)).toBe(text)
      }),
    )
  })

  it("has 1 to 250 characters", () => {
    const lengths = [0, 1, 250, 251].map((length) => isValidMessage("x".repeat(length)))
    expect(lengths).toEqual([false, true, true, false])
  })

  it("has to be visible: marks, joiners and blanks of every kind alone are refused", () => {
    for (const text of ["\u200D", "\u3164", "\u2800", "\u0301\u0301", "\uFE0F \u034F"]) {
      expect(isValidMessage(normalisedMessage(text)), JSON.stringify(text)).toBe(false)
    }
    expect(normalisedMessage("a\uD800b\u3164c")).toBe("abc")
    expect(normalisedMessage(`e${"\u0333".repeat(40)}`)).toBe(`e${"\u0333".repeat(4)}`)
  })

  it("has every muted word or phrase hidden, however it is written", () => {
    const isMuted = mutedWords(["Zwart", "bad phrase", " "])
    for (const text of ["ZWART!", "é zwárt", "a bad, phrase", "zw\u200Da\u00ADrt"])
      expect(isMuted(text)).toBe(true)
    for (const text of ["zwarte", "a phrase, bad", ""]) expect(isMuted(text)).toBe(false)
    expect(mutedWords([])("anything")).toBe(false)
  })
})
