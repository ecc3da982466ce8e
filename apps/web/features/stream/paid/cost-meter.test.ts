/** The meter against the ledger: it shows what was charged and never more. */
import { assert, constantFrom, integer, property } from "fast-check"
import { describe, expect, it } from "vitest"
import type { PaidTimeState } from "@foldcast/folds/room-state"
import { meterReading } from "./cost-meter.ts"
import { clockText } from "../../site/clock-text.ts"

const paid = (changed: Partial<PaidTimeState> = {}): PaidTimeState => ({
  sessionId: "s1",
  mode: "chat",
  creditsPerMinute: 60,
  credits: 10,
  seconds: 0,
  at: 100_000,
  isHeld: false,
  isRunning: true,
  ...changed,
})

describe("the meter of paid time", () => {
  it("is never ahead of what was charged, never behind what was seen, and never runs back", () => {
    assert(
      property(
        constantFrom(60, 240),
        integer({ min: 0, max: 10_000 }),
        integer({ min: 0, max: 10_000 }),
        integer({ min: -5_000, max: 600_000 }),
        integer({ min: 0, max: 60_000 }),
        (creditsPerMinute, credits, seconds, after, later) => {
          const session = paid({ creditsPerMinute, credits, seconds })
          const first = meterReading(session, 500, session.at + after)
          const second = meterReading(session, 500, session.at + after + later)
          expect(first.credits).toBeLessThanOrEqual(credits)
          expect(first.seconds).toBeGreaterThanOrEqual(seconds)
          expect(second.seconds).toBeGreaterThanOrEqual(first.seconds)
          expect(second.credits).toBeGreaterThanOrEqual(first.credits)
          expect(Number.isInteger(first.credits) && Number.isInteger(first.seconds)).toBe(true)
        },
      ),
    )
  })

  it("counts seconds up to what was charged and waits there", () => {
    expect(meterReading(paid(), 500, 104_000)).toMatchObject({ seconds: 4, credits: 4 })
    expect(meterReading(paid(), 500, 140_000)).toMatchObject({ seconds: 10, credits: 10 })
  })

  it("stands still while there is nothing to see", () => {
    const paused = paid({ seconds: 3, isRunning: false })
    expect(meterReading(paused, 500, 140_000)).toMatchObject({ seconds: 3, credits: 3 })
  })

  it.each([
    { balance: 301, warning: "none" },
    { balance: 290, warning: "five" },
    { balance: 51, warning: "five" },
    { balance: 50, warning: "one" },
    { balance: 0, warning: "one" },
  ])("warns at five minutes and at one: $balance is $warning", ({ balance, warning }) => {
    expect(meterReading(paid(), balance, 100_000).warning).toBe(warning)
  })

  it("shows time as minutes and seconds, with hours where there are any", () => {
    expect([0, 5, 65, 3_605].map(clockText)).toEqual(["0:00", "0:05", "1:05", "1:00:05"])
  })
})
