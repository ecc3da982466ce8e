/** Who is written to without having asked: seldom, on an evening, by somebody they know. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { wallTime, WALL_DAY_MS, WALL_HOUR_MS } from "../performers/amsterdam-time.ts"
import { isUnaskedHour, unaskedMessage } from "./unasked-messages.ts"

const QUARTER_MS = WALL_HOUR_MS / 4
const START = Date.UTC(2026, 10, 1)
const to = { memberId: "m_1", name: null, lang: "nl" } as const

describe("a message that nobody asked for", () => {
  it("is due for an hour on some evenings", () => {
    const days = 200
    const due = Array.from(
      { length: (days * WALL_DAY_MS) / QUARTER_MS },
      (_, n) => START + n * QUARTER_MS,
    )
      .filter((at) => isUnaskedHour("seed", "m_1", at))
      .map(wallTime)
    const hours = due.map((wall) => (wall % WALL_DAY_MS) / WALL_HOUR_MS)
    expect(Math.min(...hours)).toBeGreaterThanOrEqual(17)
    expect(Math.max(...hours)).toBeLessThan(22)
    const evenings = new Set(due.map((wall) => Math.floor(wall / WALL_DAY_MS)))
    expect(due.length).toBeLessThanOrEqual(4 * evenings.size)
    expect(evenings.size).toBeGreaterThan(days / 8)
    expect(evenings.size).toBeLessThan(days / 2)
  })

  it("is by somebody whom the member knows, in a line that reads well", () => {
    const known = fc.array(
      fc.record({
        performerId: fc.uuid(),
        written: fc.constantFrom([], ["How are you?"]),
        said: fc.constant(null),
      }),
    )
    fc.assert(
      fc.property(fc.string(), known, fc.nat(WALL_DAY_MS), (seed, acquaintances, ms) => {
        const message = unaskedMessage(seed, to, acquaintances, START + ms)
        expect(message === null).toBe(acquaintances.length === 0)
        if (message === null) return
        expect(acquaintances.map(({ performerId }) => performerId)).toContain(message.performerId)
        expect(message.text).toMatch(/^\p{Lu}/u)
        expect(message.text).not.toMatch(/[{}]| [,.!?]/u)
      }),
    )
  })
})
