import { expect, it } from "vitest"
import { MAX_SPAN, minuteOf, spanOf } from "./visit-life.ts"

const MINUTE = 60_000

it("a life is put into the smallest span that it fits into", () => {
  const at = 1_800_000_000_000
  const spans = [0, 1, MINUTE, MINUTE + 1, 2 * MINUTE, 2 * MINUTE + 1, 4 * MINUTE, 4 * MINUTE + 1]
  expect(spans.map((lived) => spanOf(at, at + lived))).toEqual([0, 0, 0, 1, 1, 2, 2, 3])
  expect(spanOf(at, at - 1)).toBe(0)
  expect(spanOf(0, Number.MAX_SAFE_INTEGER)).toBe(MAX_SPAN)
})

it("an event is put into the minute that it lies in", () => {
  expect([MINUTE - 1, MINUTE, 2 * MINUTE - 1].map(minuteOf)).toEqual([0, 1, 1])
})
