/** An allowance that refills steadily: unlike a fixed window, it never allows twice the amount at an edge. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { LeakyBucket } from "./leaky-bucket.ts"

const SIZE = 60_000
const REFILL_MS = 10
const make = () => new LeakyBucket({ size: SIZE, refillMs: REFILL_MS })
const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((total, each) => total + each, 0)

/** Milliseconds without use, then with use. */
const uses = fc.array(
  fc.record({
    unused: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 700_000 })),
    used: fc.oneof(fc.integer({ min: 1, max: 250 }), fc.integer({ min: 1, max: 70_000 })),
  }),
  { minLength: 1, maxLength: 40 },
)

describe("a leaky bucket", () => {
  it("lets through its size at once and then what comes back, whenever the counting begins", () => {
    fc.assert(
      fc.property(uses, (drawn) => {
        const bucket = make()
        let now = 0
        const spans = drawn.map(({ unused, used }) => {
          now += unused + used
          if (bucket.take(now, used) > 0) return { unused: unused + used, used: 0, usedUp: 0 }
          return { unused, used, usedUp: bucket.waitFor(now) > 0 ? used : 0 }
        })
        for (const [from] of spans.entries()) {
          for (let to = from; to < spans.length; to += 1) {
            const within = spans.slice(from, to + 1)
            // The first entry's unused time was before the span.
            const unused = sum(within.slice(1).map((span) => span.unused))
            const usedUp = sum(within.map((span) => span.usedUp))
            const passed = sum(within.map(({ used }) => used))
            expect(passed).toBeLessThan(SIZE + unused / REFILL_MS + usedUp + 1)
          }
        }
      }),
    )
  })

  it("has no window's edge at which twice as much passes", () => {
    const bucket = make()
    expect(bucket.take(0, 1)).toBe(0)
    // The last minute of one ten-minute window, and the first of the next.
    expect(bucket.take(600_000, 60_000)).toBe(0)
    expect(bucket.take(600_250, 250)).toBeGreaterThan(0)
  })

  it("is full again after the same time, however far one amount overdrew it", () => {
    const bucket = make()
    const hour = 3_600_000
    expect(bucket.take(hour, hour)).toBe(0)
    expect(bucket.waitFor(hour)).toBe(SIZE * REFILL_MS)
    expect(bucket.waitFor(hour + SIZE * REFILL_MS)).toBe(0)
  })

  it("refuses nobody who leaves ten times as long as they used", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: SIZE - 1 }), { maxLength: 100 }), (drawn) => {
        const bucket = make()
        let now = 0
        for (const used of drawn) {
          now += used * (REFILL_MS + 1)
          expect(bucket.take(now, used)).toBe(0)
        }
      }),
    )
  })

  it("is open again after a full refill for a viewer who used it up, and not before", () => {
    const bucket = make()
    bucket.take(60_000, 60_000)
    const wait = bucket.waitFor(60_000)
    expect(wait).toBe(600_000)
    expect(bucket.take(60_000 + wait - 1, 1)).toBeGreaterThan(0)
    expect(bucket.isOver(60_000 + wait - 1)).toBe(false)
    expect([bucket.waitFor(60_000 + wait), bucket.isOver(60_000 + wait)]).toEqual([0, true])
    expect(bucket.take(120_000 + wait - 1, 59_999)).toBe(0)
    expect(bucket.waitFor(120_000 + wait)).toBe(0)
  })
})
