import { describe, expect, it } from "vitest"
import { TO_PICTURES, UNASKED, WITH_PICTURE } from "./message-talk.ts"
import { writtenLanguage } from "./written-language.ts"

describe("the language of what was written", () => {
  it.each([
    ["Hoe gaat het met je?", "nl"],
    ["Goedenavond, alles goed?", "nl"],
    ["leuke foto heb je", "nl"],
    ["How are you doing?", "en"],
    ["What’s your name, beautiful", "en"],
    ["I'm back", "en"],
  ] as const)("is told by its small words: %s", (text, lang) => {
    expect(writtenLanguage([text], lang === "nl" ? "en" : "nl")).toBe(lang)
  })

  it("is what an earlier text told where the newest does not, and the site’s where none does", () => {
    expect(writtenLanguage(["ok", "Wat doe je vandaag?", "How are you?"], "en")).toBe("nl")
    expect(writtenLanguage(["ok 👍", "…"], "en")).toBe("en")
    expect(writtenLanguage([], "nl")).toBe("nl")
  })

  it("is found in what the performers write themselves", () => {
    for (const lines of [TO_PICTURES, WITH_PICTURE, UNASKED]) {
      for (const text of lines.nl) expect(writtenLanguage([text], "en")).toBe("nl")
      for (const text of lines.en) expect(writtenLanguage([text], "nl")).toBe("en")
    }
  })
})
