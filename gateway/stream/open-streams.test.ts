import { describe, expect, it } from "vitest"
import type { OwnerId } from "../log/event-log.ts"
import { OpenStreams } from "./open-streams.ts"

const anna = "anna" as OwnerId
const bert = "bert" as OwnerId

describe("streams open at once", () => {
  it("are bounded per browser, per address and in all", () => {
    const open = new OpenStreams({ all: 3, perOwner: 2, perAddress: 2 })
    expect(open.enter(anna, "a")).not.toBe(null)
    expect(open.enter(anna, "b")).not.toBe(null)
    expect(open.enter(anna, "c")).toBe(null)
    expect(open.enter(bert, "a")).not.toBe(null)
    expect(open.enter(bert, "d")).toBe(null)
  })
  it("are as many as an address may have, and no more, whoever asks", () => {
    const open = new OpenStreams({ all: 9, perOwner: 9, perAddress: 1 })
    expect(open.enter(anna, "a")).not.toBe(null)
    expect(open.enter(bert, "a")).toBe(null)
    expect(open.enter(bert, "b")).not.toBe(null)
  })
  it("make room when one leaves, and only once", () => {
    const open = new OpenStreams({ all: 1, perOwner: 1, perAddress: 1 })
    const leave = open.enter(anna, "a")
    leave?.()
    leave?.()
    expect(open.enter(bert, "a")).not.toBe(null)
    expect(open.enter(anna, "a")).toBe(null)
  })
})
