import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { readConfig } from "../config.ts"
import { RateLimitTable } from "./rate-limits.ts"

const T0 = 1_000_000

describe("the gateway's rate limits", () => {
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

  it("count a request that costs ten as ten, and refuse it where one is too many", () => {
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

  it("do not count a log-in that succeeded, and cannot be passed by many at once", () => {
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
