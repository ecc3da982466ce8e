import { it } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import { describe, expect } from "vitest"
import { readConfig } from "../config.ts"
import { MAX_RATE_KEYS, RateLimitTable, RateWindows } from "./rate-limits.ts"

const T0 = 1_000_000

describe("a rate", () => {
  it("allows its count within a window, and says how long to wait then", () => {
    const windows = new RateWindows({ count: 2, withinMs: 10_000 })
    expect(windows.take("a", T0)).toEqual({ allowed: true })
    expect(windows.take("a", T0 + 1_000)).toEqual({ allowed: true })
    expect(windows.take("a", T0 + 2_001)).toEqual({ allowed: false, retryAfterSeconds: 8 })
    expect(windows.take("b", T0 + 2_001)).toEqual({ allowed: true })
    expect(windows.take("a", T0 + 9_999)).toEqual({ allowed: false, retryAfterSeconds: 1 })
    expect(windows.take("a", T0 + 10_000)).toEqual({ allowed: true })
  })

  it("holds a bounded number of keys", () => {
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

describe("the gateway's rates", () => {
  const limits = () => new RateLimitTable(Result.getOrThrow(readConfig({})).limits.rates)

  it("count under every key or under none", () => {
    const table = limits()
    for (let hit = 0; hit < 240; hit += 1) {
      expect(table.take({ commandsPerOwner: "o", commandsPerAddress: "a" }, T0).allowed).toBe(true)
    }
    for (let hit = 0; hit < 10_000; hit += 1) {
      expect(table.take({ commandsPerOwner: "o", commandsPerAddress: "a" }, T0).allowed).toBe(false)
    }
    expect(table.take({ commandsPerOwner: "p", commandsPerAddress: "a" }, T0).allowed).toBe(true)
  })

  it("refuse the 21st failed log-in of an account and the 101st of an address in 15 minutes", () => {
    const table = limits()
    const attempt = (account: string, address: string) =>
      table.take({ failedLogInsPerAccount: account, failedLogInsPerAddress: address }, T0).allowed
    const one = Array.from({ length: 25 }, (_, index) => attempt("anna", `10.0.0.${index}`))
    expect(one.filter(Boolean)).toHaveLength(20)
    const many = Array.from({ length: 120 }, (_, index) => attempt(`member-${index}`, "192.0.2.1"))
    expect(many.filter(Boolean)).toHaveLength(100)
  })

  it("count what costs as much as ten ten times, and refuse it where one is too many", () => {
    const rates = Result.getOrThrow(readConfig({ RATE_QUERIES_PER_ADDRESS: "25/1m" })).limits.rates
    const table = new RateLimitTable(rates)
    const allowed = Array.from(
      { length: 4 },
      () => table.take({ queriesPerAddress: "a" }, T0, 10).allowed,
    )
    expect(allowed).toEqual([true, true, true, false])
    expect(table.take({ queriesPerAddress: "a" }, T0).allowed).toBe(false)
    expect(table.take({ queriesPerAddress: "b" }, T0).allowed).toBe(true)
  })

  it("do not count a log-in that succeeded, and leave no way around for many at once", () => {
    const table = limits()
    const keys = { failedLogInsPerAccount: "anna", failedLogInsPerAddress: "192.0.2.1" }
    for (let success = 0; success < 200; success += 1) {
      expect(table.take(keys, T0).allowed).toBe(true)
      table.giveBack(keys)
    }
    const parallel = Array.from({ length: 200 }, () => table.take(keys, T0).allowed)
    expect(parallel.filter(Boolean)).toHaveLength(20)
  })

  it("never give back more than was taken", () => {
    const table = limits()
    for (let extra = 0; extra < 50; extra += 1) table.giveBack({ failedLogInsPerAccount: "anna" })
    table.take({ failedLogInsPerAccount: "anna" }, T0)
    for (let extra = 0; extra < 50; extra += 1) table.giveBack({ failedLogInsPerAccount: "anna" })
    const allowed = Array.from(
      { length: 30 },
      () => table.take({ failedLogInsPerAccount: "anna" }, T0).allowed,
    )
    expect(allowed.filter(Boolean)).toHaveLength(20)
  })
})
