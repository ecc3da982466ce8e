import { describe, expect, it } from "vitest"
import { HEARD_AFTER_MS, Tellings } from "./tellings.ts"

describe("tellings", () => {
  it("count as heard when the connection lasted, and are taken out once", () => {
    const tellings = new Tellings()
    tellings.add(1, { memberId: "a", at: 0 })
    tellings.add(2, { memberId: "b", at: 1 })
    expect(tellings.takeHeard(HEARD_AFTER_MS - 1)).toEqual([])
    expect(tellings.takeHeard(HEARD_AFTER_MS)).toEqual([1])
    expect([tellings.has(1), tellings.has(2)]).toEqual([false, true])
    expect(tellings.takeHeard(HEARD_AFTER_MS + 1)).toEqual([2])
    expect(tellings.takeHeard(HEARD_AFTER_MS + 1)).toEqual([])
  })

  it("are told again when a connection of the member broke before", () => {
    const tellings = new Tellings()
    tellings.add(1, { memberId: "a", at: 0 })
    tellings.add(2, { memberId: "b", at: 0 })
    tellings.forget("a")
    expect([tellings.has(1), tellings.has(2)]).toEqual([false, true])
    expect(tellings.takeHeard(HEARD_AFTER_MS)).toEqual([2])
  })
})
