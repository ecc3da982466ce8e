import { it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { describe, expect } from "vitest"
import { MAX_RATE_KEYS, RateWindows } from "./rate-windows.ts"

const T0 = 1_000_000

describe("a rate limit", () => {
  it("allows its count within a window, and says how long to wait then", () => {
    const windows = new RateWindows({ count: 2, withinMs: 10_000 })
    expect(windows.take("a", T0)).toEqual({ allowed: true })
    expect(windows.take("a", T0 + 1_000)).toEqual({ allowed: true })
    expect(windows.take("a", T0 + 2_001)).toEqual({ allowed: false, retryAfterSeconds: 8 })
    expect(windows.take("b", T0 + 2_001)).toEqual({ allowed: true })
    expect(windows.take("a", T0 + 9_999)).toEqual({ allowed: false, retryAfterSeconds: 1 })
    expect(windows.take("a", T0 + 10_000)).toEqual({ allowed: true })
  })

  it("holds a limited number of keys", () => {
    const windows = new RateWindows({ count: 1, withinMs: 10_000 })
    for (let key = 0; key < MAX_RATE_KEYS + 1_000; key += 1) windows.take(String(key), T0)
    expect(windows.size).toBe(MAX_RATE_KEYS)
    windows.take("later", T0 + 10_000)
    expect(windows.size).toBe(1)
  })

  it.effect.prop(
    "never allows more than its count in one window, and never refuses below it",
    [
      Schema.Array(
        Schema.Struct({ key: Schema.Literals(["a", "b"]), wait: Schema.Literals([0, 1, 5, 30]) }),
      ),
    ],
    ([hits]) =>
      Effect.sync(() => {
        const rate = { count: 3, withinMs: 20 }
        const windows = new RateWindows(rate)
        const open = new Map<string, { since: number; count: number }>()
        let now = T0
        for (const { key, wait } of hits) {
          now += wait
          const known = open.get(key)
          const window =
            known !== undefined && known.since + rate.withinMs > now
              ? known
              : { since: now, count: 0 }
          const { allowed } = windows.take(key, now)
          expect(allowed).toBe(window.count < rate.count)
          if (allowed) open.set(key, { since: window.since, count: window.count + 1 })
        }
      }),
  )
})
