import { describe, expect, it } from "vitest"
import { creditsAndMinutes } from "./credits-and-minutes.ts"

describe("what was bought", () => {
  it.each([
    { credits: 1_800, nl: "1.800 credits · 30 minuten", en: "1,800 credits · 30 minutes" },
    { credits: 60, nl: "60 credits · 1 minuut", en: "60 credits · 1 minute" },
    { credits: 152, nl: "152 credits · 2:32 minuten", en: "152 credits · 2:32 minutes" },
    { credits: 45, nl: "45 credits · 0:45 minuten", en: "45 credits · 0:45 minutes" },
  ])("is so many credits and all of the time they pay for: $credits", ({ credits, nl, en }) => {
    const plain = (text: string) => text.replaceAll("\u00a0", " ")
    expect(plain(creditsAndMinutes(credits, "nl"))).toBe(nl)
    expect(plain(creditsAndMinutes(credits, "en"))).toBe(en)
  })
})
