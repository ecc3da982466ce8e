import { expect, it } from "vitest"
import { captureLines, storyOf } from "./capture.fixtures.ts"
import { LineChecker } from "./line-checker.ts"
import { sha256 } from "./sha256.ts"

it("checks a line of ours with one digest of its text as it stands", () => {
  let digests = 0
  const checker = new LineChecker((text) => {
    digests += 1
    return sha256(text)
  })
  const lines = captureLines(storyOf(20))
  for (const line of lines) expect(checker.next(line)).toHaveProperty("kind")
  expect(checker.complete).toBe(true)
  expect(digests).toBe(lines.length - 1)
})
