import { describe, expect, it } from "vitest"
import {
  changedLimit,
  exceededSpan,
  limitNow,
  NO_LIMIT,
  RAISED_AFTER_MS,
  type StoredLimit,
} from "./spending-limit.ts"

const NOW = Date.UTC(2026, 10, 27, 12)
const LATER = NOW + RAISED_AFTER_MS
const at = (cents: number | null): StoredLimit => ({ cents, next: null })

describe("a limit on buying", () => {
  it("that is lowered holds at once, the first one too [WALLET-55]", () => {
    expect(changedLimit(NO_LIMIT, 5_000, NOW)).toEqual(at(5_000))
    expect(changedLimit(at(5_000), 2_500, NOW)).toEqual(at(2_500))
    expect(changedLimit(at(5_000), 0, NOW)).toEqual(at(0))
  })

  it("that is raised, or taken away, holds a day later and not before [WALLET-55]", () => {
    for (const wanted of [10_000, null]) {
      const raised = changedLimit(at(5_000), wanted, NOW)
      expect(raised).toEqual({ cents: 5_000, next: { cents: wanted, from: LATER } })
      expect(limitNow(raised, LATER - 1).cents).toBe(5_000)
      expect(limitNow(raised, LATER)).toEqual(at(wanted))
    }
  })

  it("that is raised is taken back by the present one, and waits no longer when it is asked for again", () => {
    const raised = changedLimit(at(5_000), 10_000, NOW)
    expect(changedLimit(raised, 5_000, NOW + 1)).toEqual(at(5_000))
    expect(changedLimit(raised, 10_000, NOW + 1)).toEqual(raised)
    expect(changedLimit(raised, 8_000, NOW + 1).next).toEqual({ cents: 8_000, from: LATER + 1 })
    expect(changedLimit(raised, 2_500, NOW + 1)).toEqual(at(2_500))
    // Its time has come: what was to be is now the limit that a higher one is measured by.
    expect(changedLimit(raised, 10_000, LATER)).toEqual(at(10_000))
    expect(changedLimit(raised, 9_000, LATER)).toEqual(at(9_000))
  })

  it("refuses by the shortest span that the amount exceeds, and lets it be reached", () => {
    const limits = { day: at(1_000), week: at(2_000), month: at(null) }
    const bought = { day: 500, week: 1_500, month: 90_000 }
    expect(exceededSpan(limits, bought, 500, NOW)).toBeNull()
    expect(exceededSpan(limits, bought, 501, NOW)).toBe("day")
    expect(exceededSpan({ ...limits, day: at(null) }, bought, 501, NOW)).toBe("week")
    expect(exceededSpan({ ...limits, month: at(90_000) }, bought, 1, NOW)).toBe("month")
    const raised = { ...limits, day: changedLimit(at(1_000), null, NOW) }
    expect(exceededSpan(raised, bought, 501, LATER - 1)).toBe("day")
    expect(exceededSpan(raised, { ...bought, week: 0 }, 501, LATER)).toBeNull()
  })
})
