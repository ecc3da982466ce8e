/** The cost of a paid session in every course of events. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  withAnswer,
  withVisibility,
  beginPaidTime,
  intervalPrice,
  isIntervalDue,
  type PaidTime,
  withIntervalPaid,
  silentMs,
  type Tariff,
  totalOf,
} from "./paid-time.ts"

const CHAT: Tariff = { creditsPerMinute: 60, intervalMs: 10_000, vouchMs: 7_500 }
const VIP: Tariff = { ...CHAT, creditsPerMinute: 240 }

/** Answers every five seconds and pays all that is due. */
const watched = (tariff: Tariff, seconds: number) => {
  let time = withIntervalPaid(beginPaidTime(tariff, 0))
  for (let at = 5_000; at <= seconds * 1_000; at += 5_000) {
    time = withAnswer(time, at)
    while (isIntervalDue(time, at)) time = withIntervalPaid(time)
  }
  return time
}

describe("paid time", () => {
  it("costs the price of a minute, and is charged an interval ahead", () => {
    expect([intervalPrice(CHAT), intervalPrice(VIP)]).toEqual([10, 40])
    expect(totalOf(watched(CHAT, 60))).toEqual({ paid: 70, credits: 60, seconds: 60 })
    expect(totalOf(watched(VIP, 60))).toEqual({ paid: 280, credits: 240, seconds: 60 })
  })

  it("is owed for its first interval before anything is seen", () => {
    expect(isIntervalDue(beginPaidTime(CHAT, 0), 0)).toBe(true)
    expect(isIntervalDue(withIntervalPaid(beginPaidTime(CHAT, 0)), 0)).toBe(false)
  })

  it("charges no second after the last answer", () => {
    const time = watched(CHAT, 20)
    expect(totalOf(time).seconds).toBe(20)
    expect(silentMs(time, 34_000)).toBe(14_000)
    expect(totalOf(withVisibility(time, false, 34_000)).seconds).toBe(20)
  })

  it("charges nothing while there is nothing to see", () => {
    const paused = withVisibility(watched(CHAT, 20), false, 20_000)
    const back = withVisibility(withAnswer(withAnswer(paused, 25_000), 30_000), true, 30_000)
    expect(totalOf(withAnswer(back, 35_000))).toMatchObject({ seconds: 25, credits: 25 })
  })

  it("counts one answer for no more time than it vouches for, even where a clock jumps an hour", () => {
    const jumped = withAnswer(watched(CHAT, 20), 20_000 + 3_600_000)
    expect(totalOf({ ...jumped, intervals: 9 }).seconds).toBe(27)
    expect(totalOf(withAnswer(watched(CHAT, 20), -3_600_000)).seconds).toBe(20)
  })

  const step = fc.oneof(
    fc.record({ do: fc.constant("answer" as const), ms: fc.integer({ min: -5_000, max: 20_000 }) }),
    fc.record({
      do: fc.constant("see" as const),
      ms: fc.integer({ min: 0, max: 20_000 }),
      is: fc.boolean(),
    }),
    fc.record({ do: fc.constant("pay" as const), ms: fc.integer({ min: 0, max: 3_000 }) }),
  )

  it("never costs more than was paid or seen, and its cost never goes down", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(CHAT, VIP),
        fc.array(step, { maxLength: 60 }),
        (tariff, steps) => {
          let now = 0
          let furthest = 0
          let visibleMs = 0
          let time: PaidTime = beginPaidTime(tariff, now)
          let before = totalOf(time).credits
          for (const next of steps) {
            now += next.ms
            if (time.isVisible) visibleMs += Math.max(0, now - furthest)
            furthest = Math.max(furthest, now)
            if (next.do === "answer") time = withAnswer(time, now)
            else if (next.do === "see") time = withVisibility(time, next.is, now)
            else if (isIntervalDue(time, now)) time = withIntervalPaid(time)
            const { paid, credits, seconds } = totalOf(time)
            expect(credits).toBeLessThanOrEqual(paid)
            expect(credits).toBeGreaterThanOrEqual(before)
            expect(seconds * 1_000).toBeLessThanOrEqual(visibleMs)
            expect(credits).toBe(Math.floor((seconds * tariff.creditsPerMinute) / 60))
            before = credits
          }
        },
      ),
    )
  })
})
