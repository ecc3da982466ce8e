import { describe, expect, it } from "vitest"
import { MissingPackets } from "./missing-packets.ts"

const missingAfter = (numbers: ReadonlyArray<number>) => {
  const missing = new MissingPackets()
  for (const number of numbers) missing.add(number, 0)
  return missing
}

const range = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => (first + at) & 0xffff)

describe("the packets missing from a publisher", () => {
  it.each([
    ["none, from whatever number on", [40_000, 40_001, 40_002], []],
    ["those between two numbers", [10, 14], [11, 12, 13]],
    ["none that came late", [10, 14, 12], [11, 13]],
    ["those around the end of the numbers", [65_534, 2], [65_535, 0, 1]],
    ["none before an earlier one", [0, 65_534, 65_535, 1], []],
    ["the last 150 of many", [0, 500], range(350, 150)],
    ["none before a restart of the numbers", [0, 501], []],
    ["none from before a restart of the numbers", [0, 5, 40_000], []],
    ["those between two after a restart of the numbers", [0, 40_000, 40_002], [40_001]],
  ])("are %s", (_, numbers, expected) => {
    expect(missingAfter(numbers).due(0)).toEqual(expected)
  })

  it("are asked for at once, then ever more seldom, and ten times at most", () => {
    const missing = missingAfter([0, 2])
    const askedAt = []
    for (let atMs = 0; atMs < 5_000; atMs += 1) if (missing.due(atMs).length > 0) askedAt.push(atMs)
    expect(askedAt).toEqual([0, 20, 60, 120, 200, 300, 420, 560, 720, 900])
    expect(missing.count).toBe(0)
  })

  it("are never more than 150, whatever the numbers are", () => {
    for (const step of [2, 100, 499, 500, 501, 32_767, 32_768, 65_534]) {
      const missing = new MissingPackets()
      for (let at = 0; at < 1_000; at += 1) {
        missing.add((at * step) & 0xffff, 0)
        expect(missing.count).toBeLessThanOrEqual(150)
      }
    }
  })
})
