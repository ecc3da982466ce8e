/** What a call costs between two words of the service. */
import { describe, expect, it } from "vitest"
import { callReading, type RunningCall } from "./call-cost.ts"

const call: RunningCall = {
  _tag: "InCall",
  session: "ivr-1",
  username: "anon1234567",
  costs: { tariffCents: 80, startCents: 5, maxCents: 200 },
  seconds: 60,
  cents: 85,
  at: 1_000,
}

describe("the cost of a running call", () => {
  it("is exact in the second in which the service says it", () => {
    expect(callReading(call, 1_999)).toEqual({ seconds: 60, cents: 85, isExact: true })
  })

  it("goes on by the tariff in whole cents, and the start is charged once", () => {
    expect(callReading(call, 2_000)).toEqual({ seconds: 61, cents: 86, isExact: false })
    expect(callReading(call, 61_000)).toEqual({ seconds: 120, cents: 165, isExact: false })
  })

  it("is never more than a call can cost, nor less than it did", () => {
    expect(callReading(call, 10_000_000).cents).toBe(200)
    expect(callReading(call, 0)).toEqual({ seconds: 60, cents: 85, isExact: true })
  })

  it("stands where the tariff is not known, and is not said to be exact", () => {
    const unknown = { ...call, costs: null }
    expect(callReading(unknown, 11_000)).toEqual({ seconds: 70, cents: 85, isExact: false })
  })
})
