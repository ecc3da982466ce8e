/** How much of the disk client facts are counted as. What else becomes of them: test/stream. */
import { expect, it } from "vitest"
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"
import { storedBytes } from "./incoming.ts"

it("counts facts as their text, and what the log adds to each", () => {
  const fact: NumberedClientFact = { n: 1, after: 1, at: 0, fact: { _tag: "WalletOpened" } }
  const { length } = JSON.stringify(fact)
  expect(storedBytes([])).toBe(0)
  expect(storedBytes([fact])).toBe(length + 64)
  expect(storedBytes([fact, fact, fact])).toBe(3 * (length + 64))
})
