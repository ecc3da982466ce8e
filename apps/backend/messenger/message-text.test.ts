import { assert, property, string } from "fast-check"
import { describe, expect, it } from "vitest"
import { MAX_MESSAGE_CHARACTERS } from "@foldcast/contracts/private-message"
import { writtenText } from "./message-text.ts"

describe("the text of a private message", () => {
  it("keeps its lines, with one empty line between two at most", () => {
    expect(writtenText("  hoi \r\n\n\n\n daar\u2028ja ")).toBe("hoi\n\ndaar\nja")
  })

  it("has no controls and no changes of direction", () => {
    expect(writtenText("a\u202Eb\u0000c")).toBe("abc")
  })

  it("is none where nothing is left to see, or more than may be", () => {
    expect(writtenText(" \n\u200b ")).toBeNull()
    expect(writtenText("x".repeat(MAX_MESSAGE_CHARACTERS))).toHaveLength(MAX_MESSAGE_CHARACTERS)
    expect(writtenText("x".repeat(MAX_MESSAGE_CHARACTERS + 1))).toBeNull()
  })

  it("stays as it is once it was normalised", () => {
    assert(
      property(string({ unit: "binary" }), (typed) => {
        const text = writtenText(typed)
        if (text !== null) expect(writtenText(text)).toBe(text)
      }),
    )
  })
})
