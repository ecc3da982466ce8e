import { describe, expect, it } from "vitest"
import { PortSlots } from "./port-slots.ts"
import { chooseSource } from "./viewer-source.ts"
import { isSilent } from "./silence.ts"
import { exceedsRate, SustainedRate } from "./sustained-rate.ts"

describe("the source that a viewer is sent", () => {
  const choices = { publisher: null, hasLoop: false, codecs: ["VP8"] } as const
  it.each([
    ["publisher", { publisher: { codec: "VP8" }, hasLoop: true }],
    ["publisher", { publisher: { codec: null } }],
    ["publisher", { publisher: { codec: "VP8" }, codecs: [] }],
    [undefined, { publisher: { codec: "H264" }, hasLoop: true }],
    ["loop", { hasLoop: true }],
    [undefined, { hasLoop: true, codecs: ["H264"] }],
    ["nothing", {}],
  ] as const)("is %s where the choices are %j", (expected, given) => {
    expect(chooseSource({ ...choices, ...given })).toBe(expected)
  })
})

describe("the silence", () => {
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
    "of a session that does %s, last heard at %j, ends it at %i: %s",
    (side, lastAtMs, atMs, gone) => {
      expect(isSilent(side, { openedAtMs: 0, lastAtMs }, atMs)).toBe(gone)
    },
  )
})

describe("the ports of media sessions", () => {
  it("are whole slots within the range, the one unused for longest first", () => {
    const slots = new PortSlots([20_000, 20_010])
    expect(slots.free).toBe(2)
    const first = slots.take()
    expect(first).toEqual([20_000, 20_003])
    expect(slots.take()).toEqual([20_004, 20_007])
    expect(slots.take()).toBeUndefined()
    if (first !== undefined) slots.release(first)
    expect(slots.take()).toEqual(first)
  })
})

describe("the rate of a client", () => {
  it("is zero until it was measured for five seconds, and then the mean of the last five", () => {
    const rate = new SustainedRate()
    const seconds = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    // 1,000 bits a second, and ten times as many from the sixth second on.
    const bits = (second: number) => (second <= 5 ? 1_000 * second : 5_000 + 10_000 * (second - 5))
    const rates = seconds.map((second) =>
      rate.add(second * 1_000, { bits: bits(second), packets: bits(second) / 100 }),
    )
    const expected = [0, 0, 0, 0, 0, 1_000, 2_800, 4_600, 6_400, 8_200, 10_000]
    expect(rates.map((one) => one.bits)).toEqual(expected)
    expect(rates.map((one) => one.packets * 100)).toEqual(expected)
  })

  it.each([
    [8_000, 300, false],
    [8_001, 300, true],
    [8_000, 301, true],
  ])("is, with %i bits and %i packets, too high: %s", (bits, packets, expected) => {
    expect(exceedsRate({ bits, packets }, { bits: 8_000, packets: 300 })).toBe(expected)
  })
})
