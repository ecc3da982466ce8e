/** How long a member must wait, depending on their last paid sessions. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { pauseAfterUnanswered, waitAfterLostHolds } from "./paid-pauses.ts"

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const NOW = Date.UTC(2026, 10, 20, 20)

describe("a viewer who did not join accepted VIP", () => {
  it("has to wait 1, 5, then 30 minutes, counted from the newest time", () => {
    const waits = [1, 2, 3, 4].map((times) =>
      waitAfterLostHolds(
        Array.from({ length: times }, (_, index) => NOW - index * HOUR_MS),
        NOW,
      ),
    )
    expect(waits).toEqual([1, 5, 30, 30].map((minutes) => minutes * MINUTE_MS))
    expect(waitAfterLostHolds([], NOW)).toBe(0)
    expect(waitAfterLostHolds([NOW - MINUTE_MS], NOW)).toBe(0)
    expect(waitAfterLostHolds([NOW - MINUTE_MS + 1], NOW)).toBe(1)
  })

  it("never has to wait longer than 30 minutes, whatever the clock does", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -HOUR_MS, max: HOUR_MS }), { maxLength: 5 }),
        (ago) => {
          const ends = ago.map((ms) => NOW - ms).toSorted((a, b) => b - a)
          const wait = waitAfterLostHolds(ends, NOW)
          expect(wait).toBeGreaterThanOrEqual(0)
          expect(wait).toBeLessThanOrEqual(30 * MINUTE_MS)
        },
      ),
    )
  })
})

it("a time written down by a fast clock keeps nobody out once the clock is right", () => {
  const ahead = [3, 2, 1].map((hours) => NOW + hours * HOUR_MS)
  expect(waitAfterLostHolds(ahead, NOW)).toBe(0)
  expect(pauseAfterUnanswered(ahead, NOW)).toBe(0)
  expect(waitAfterLostHolds([...ahead, NOW], NOW)).toBe(MINUTE_MS)
})

describe("a member whose paid sessions ended unanswered", () => {
  it("may pay for no room for an hour from the third time within an hour on, and not before", () => {
    const ago = (...minutes: ReadonlyArray<number>) =>
      pauseAfterUnanswered(
        minutes.map((one) => NOW - one * MINUTE_MS),
        NOW,
      )
    expect([ago(), ago(0), ago(0, 1)]).toEqual([0, 0, 0])
    expect(ago(0, 10, 60)).toBe(HOUR_MS)
    expect(ago(0, 10, 61)).toBe(0)
    expect(ago(59, 70, 80)).toBe(MINUTE_MS)
    expect(ago(60, 70, 80)).toBe(0)
  })
})
