import { describe, expect, it } from "vitest"
import type { OwnerId } from "../log/visit-header.ts"
import { Places } from "./places.ts"

const anna = "anna" as OwnerId
const bert = "bert" as OwnerId

describe("a limit of places", () => {
  it("is set per browser, per address and in all", () => {
    const places = new Places({ all: 3, perOwner: 2, perAddress: 2 })
    expect(places.enter(anna, "a")).not.toBe(null)
    expect(places.enter(anna, "b")).not.toBe(null)
    expect(places.enter(anna, "c")).toBe(null)
    expect(places.enter(bert, "a")).not.toBe(null)
    expect(places.enter(bert, "d")).toBe(null)
  })
  it("is given out in full to an address, and no further, whoever asks", () => {
    const places = new Places({ all: 9, perOwner: 9, perAddress: 1 })
    expect(places.enter(anna, "a")).not.toBe(null)
    expect(places.enter(bert, "a")).toBe(null)
    expect(places.enter(bert, "b")).not.toBe(null)
  })
  it("frees a place when one is left, and only once", () => {
    const places = new Places({ all: 1, perOwner: 1, perAddress: 1 })
    const leave = places.enter(anna, "a")
    leave?.()
    leave?.()
    expect(places.enter(bert, "a")).not.toBe(null)
    expect(places.enter(anna, "a")).toBe(null)
  })
})
