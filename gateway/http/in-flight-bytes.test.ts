import { describe, expect, it } from "vitest"
import { InFlightBytes } from "./in-flight-bytes.ts"

describe("bytes that browsers are still reading", () => {
  it("are limited in all and for one address, which takes nobody else's share", () => {
    const held = new InFlightBytes({ all: 10, perAddress: 6 })
    expect(held.enter("a", 6)).not.toBeNull()
    expect(held.enter("a", 1)).toBeNull()
    expect(held.enter("b", 4)).not.toBeNull()
    expect([held.enter("b", 1), held.enter("c", 1), held.size]).toEqual([null, null, 10])
  })

  it("free their share when they are read, and only once", () => {
    const held = new InFlightBytes({ all: 10, perAddress: 10 })
    const leave = held.enter("a", 6)
    held.enter("a", 3)
    leave?.()
    leave?.()
    expect(held.size).toBe(3)
    expect(held.enter("b", 7)).not.toBeNull()
  })
})
