import { describe, expect, it } from "vitest"
import { PortSlots } from "./port-slots.ts"
import { programmeFor } from "./programme.ts"
import { isGone } from "./silence.ts"

describe("what a viewer is sent", () => {
  const choices = { publisher: null, hasLoop: false, codecs: ["VP8"] } as const
  it.each([
    ["publisher", { publisher: { codec: "VP8" }, hasLoop: true }],
    ["publisher", { publisher: { codec: null } }],
    ["publisher", { publisher: { codec: "VP8" }, codecs: [] }],
    [undefined, { publisher: { codec: "H264" }, hasLoop: true }],
    ["loop", { hasLoop: true }],
    [undefined, { hasLoop: true, codecs: ["H264"] }],
    ["nothing", {}],
  ] as const)("is %s where there is %j", (expected, given) => {
    expect(programmeFor({ ...choices, ...given })).toBe(expected)
  })
})

describe("silence", () => {
  it.each([
    ["publish", null, 9_999, false],
    ["publish", null, 10_000, true],
    ["publish", 20_000, 24_999, false],
    ["publish", 20_000, 25_000, true],
    ["watch", null, 9_999, false],
    ["watch", null, 10_000, true],
    ["watch", 20_000, 29_999, false],
    ["watch", 20_000, 30_000, true],
  ] as const)(
    "of a session that does %s, heard at %j, is its end at %i: %s",
    (side, lastAtMs, atMs, gone) => {
      expect(isGone(side, { openedAtMs: 0, lastAtMs }, atMs)).toBe(gone)
    },
  )
})

describe("ports", () => {
  it("are whole slots within the range, the longest unused first", () => {
    const slots = new PortSlots([20_000, 20_010])
    expect(slots.free).toBe(2)
    const first = slots.take()
    expect(first).toEqual([20_000, 20_003])
    expect(slots.take()).toEqual([20_004, 20_007])
    expect(slots.take()).toBeUndefined()
    if (first !== undefined) slots.giveBack(first)
    expect(slots.take()).toEqual(first)
  })
})
