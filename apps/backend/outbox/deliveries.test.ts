import { describe, expect, it } from "vitest"
import { CONFIRMED_AFTER_MS, Deliveries } from "./deliveries.ts"

describe("deliveries", () => {
  it("count as received when the connection lasted, and are removed once", () => {
    const deliveries = new Deliveries()
    deliveries.add(1, { memberId: "a", at: 0 })
    deliveries.add(2, { memberId: "b", at: 1 })
    expect(deliveries.takeConfirmed(CONFIRMED_AFTER_MS - 1)).toEqual([])
    expect(deliveries.takeConfirmed(CONFIRMED_AFTER_MS)).toEqual([1])
    expect([deliveries.has(1), deliveries.has(2)]).toEqual([false, true])
    expect(deliveries.takeConfirmed(CONFIRMED_AFTER_MS + 1)).toEqual([2])
    expect(deliveries.takeConfirmed(CONFIRMED_AFTER_MS + 1)).toEqual([])
  })

  it("are delivered again when a connection of the member broke before that", () => {
    const deliveries = new Deliveries()
    deliveries.add(1, { memberId: "a", at: 0 })
    deliveries.add(2, { memberId: "b", at: 0 })
    deliveries.forget("a")
    expect([deliveries.has(1), deliveries.has(2)]).toEqual([false, true])
    expect(deliveries.takeConfirmed(CONFIRMED_AFTER_MS)).toEqual([2])
  })
})
