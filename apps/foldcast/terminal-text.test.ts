import { expect, it } from "vitest"
import { terminalText } from "./terminal-text.ts"

it("JSON for a terminal keeps its value, and contains no character that a terminal obeys", () => {
  const value = { "\u202e": ["\u009b31m \u{e0041} \u007f \n", 1, "é 日 👍"] }
  for (const indent of [0, 2]) {
    const text = terminalText(JSON.stringify(value, null, indent))
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    expect(JSON.parse(text)).toEqual(value)
    expect(text).toContain("é 日 👍")
  }
})

it("text for a terminal keeps line feeds, and its other control characters are escaped", () => {
  expect(terminalText("two visits:\n\u001b[2Ja\rb")).toBe("two visits:\n\\u001b[2Ja\\u000db")
})
