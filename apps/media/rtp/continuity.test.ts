import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { RtpContinuity } from "./continuity.ts"

/** A publisher, as it comes and goes: where its numbers begin, and how many packets it sends. */
const publisher = fc.record({
  sequenceNumber: fc.integer({ min: 0, max: 0xffff }),
  timestamp: fc.integer({ min: 0, max: 0xffff_ffff }),
  packets: fc.integer({ min: 1, max: 60 }),
  stepTicks: fc.integer({ min: 0, max: 9_000 }),
  pauseMs: fc.integer({ min: 0, max: 20_000 }),
})
const start = fc.record({
  sequenceNumber: fc.integer({ min: 0, max: 0xffff }),
  timestamp: fc.integer({ min: 0, max: 0xffff_ffff }),
})
const CLOCK_RATE = 90_000

describe("a viewer's stream", () => {
  it("has no gap and no jump in its numbers, whoever publishes and wherever theirs begin", () => {
    fc.assert(
      fc.property(start, fc.array(publisher, { minLength: 1, maxLength: 6 }), (begin, all) => {
        const continuity = new RtpContinuity({ ...begin, clockRate: CLOCK_RATE })
        let atMs = 0
        let expected = begin.sequenceNumber
        let before: number | undefined
        for (const { sequenceNumber, timestamp, packets, stepTicks, pauseMs } of all) {
          continuity.leaveSource()
          atMs += pauseMs
          for (let index = 0; index < packets; index += 1) {
            const packet = {
              sequenceNumber: (sequenceNumber + index) & 0xffff,
              timestamp: (timestamp + index * stepTicks) >>> 0,
            }
            if (index === 0) continuity.join(packet, atMs)
            const placed = continuity.rewrite(packet, atMs)
            expect(placed?.sequenceNumber).toBe(expected)
            expected = (expected + 1) & 0xffff
            const passed = before === undefined ? 0 : ((placed?.timestamp ?? 0) - before) >>> 0
            // Within a source its own steps, between sources what has passed, and never back.
            const most = index === 0 ? Math.max(90, pauseMs * 90) : stepTicks
            expect(passed).toBeLessThanOrEqual(most + 1)
            if (index === 0 && before !== undefined) expect(passed).toBeGreaterThan(0)
            before = placed?.timestamp
          }
        }
      }),
    )
  })

  it("keeps the places of packets that come late or are lost", () => {
    fc.assert(
      fc.property(
        start,
        fc.integer({ min: 0, max: 0xffff }),
        fc.uint8Array(),
        (begin, first, noise) => {
          const continuity = new RtpContinuity({ ...begin, clockRate: CLOCK_RATE })
          continuity.join({ sequenceNumber: first, timestamp: 0 }, 0)
          for (const ahead of [0, ...noise]) {
            const sequenceNumber = (first + ahead) & 0xffff
            const placed = continuity.rewrite({ sequenceNumber, timestamp: ahead * 90 }, ahead)
            expect(placed).toEqual({
              sequenceNumber: (begin.sequenceNumber + ahead) & 0xffff,
              timestamp: (begin.timestamp + ahead * 90) >>> 0,
            })
          }
        },
      ),
    )
  })

  it("contains nothing from before it joined, nor while it waits for a key frame", () => {
    const continuity = new RtpContinuity({
      sequenceNumber: 7,
      timestamp: 7,
      clockRate: CLOCK_RATE,
    })
    expect(continuity.rewrite({ sequenceNumber: 3, timestamp: 0 }, 0)).toBeUndefined()
    continuity.join({ sequenceNumber: 0, timestamp: 0 }, 0)
    expect(continuity.rewrite({ sequenceNumber: 0xffff, timestamp: 0 }, 0)).toBeUndefined()
    expect(continuity.rewrite({ sequenceNumber: 0, timestamp: 0 }, 0)?.sequenceNumber).toBe(7)
    continuity.leaveSource()
    expect(continuity.rewrite({ sequenceNumber: 1, timestamp: 0 }, 0)).toBeUndefined()
  })

  it("wraps its sequence numbers more than once", () => {
    const continuity = new RtpContinuity({
      sequenceNumber: 1,
      timestamp: 0,
      clockRate: CLOCK_RATE,
    })
    continuity.join({ sequenceNumber: 65_000, timestamp: 0 }, 0)
    for (let index = 0; index < 200_000; index += 1) {
      const packet = { sequenceNumber: (65_000 + index) & 0xffff, timestamp: index }
      expect(continuity.rewrite(packet, 0)?.sequenceNumber).toBe((1 + index) & 0xffff)
    }
  })

  it("shifts the time of sender reports as it shifts its packets", () => {
    const continuity = new RtpContinuity({
      sequenceNumber: 1,
      timestamp: 0xffff_ff00,
      clockRate: CLOCK_RATE,
    })
    continuity.join({ sequenceNumber: 1, timestamp: 1_000 }, 0)
    expect(continuity.timestampOf(1_000)).toBe(0xffff_ff00)
    expect(continuity.timestampOf(1_300)).toBe(44)
  })
})
