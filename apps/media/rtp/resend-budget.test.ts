import { describe, expect, it } from "vitest"
import { ResendBudget } from "./resend-budget.ts"

const numbers = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => (first + at) & 0xffff)

const budgetWith = (sent: ReadonlyArray<number>, payloadBytes = 1_000) => {
  const budget = new ResendBudget()
  for (const number of sent) budget.sent(number, payloadBytes)
  return budget
}

describe("lost packets", () => {
  it("are sent again where they were sent and are still kept", () => {
    const budget = budgetWith(numbers(0, 200))
    expect(budget.answered([71, 72, 199, 200, 65_535], 0)).toEqual([72, 199])
  })

  it("are found by 16 bits where a request counts past their end", () => {
    expect(budgetWith(numbers(65_530, 10)).answered([65_535, 65_536, 65_537], 0)).toEqual([
      65_535, 0, 1,
    ])
  })

  it("are sent once for one request, and again no sooner than a short round trip later", () => {
    const budget = budgetWith(numbers(0, 10))
    expect(budget.answered([1, 2, 1, 2, 1], 0)).toEqual([1, 2])
    expect(budget.answered([1, 2, 3], 19)).toEqual([3])
    expect(budget.answered([1, 2, 3], 20)).toEqual([1, 2])
  })

  it("are limited to 64 for one request", () => {
    const budget = budgetWith(numbers(0, 128), 100)
    expect(budget.answered(numbers(0, 128), 0)).toEqual(numbers(0, 64))
  })

  it("may be at most a tenth of a large picture and all of a small one, however long it lasts", () => {
    for (const [payloadBytes, packetsASecond, lostOf] of [
      [1_200, 700, 10],
      [200, 50, 1],
    ] as const) {
      const budget = new ResendBudget()
      const share = Array.from({ length: packetsASecond * 60 }, (_, at) => {
        budget.sent(at & 0xffff, payloadBytes)
        if (at % lostOf > 0) return true
        return budget.answered([at & 0xffff], (at * 1_000) / packetsASecond).length === 1
      })
      expect(share.every(Boolean)).toBe(true)
    }
  })

  it("cost a bounded share of the normal traffic, whatever is asked for", () => {
    const budget = new ResendBudget()
    let resent = 0
    let sent = 0
    for (let atMs = 0; atMs < 60_000; atMs += 5) {
      const number = (atMs / 5) & 0xffff
      budget.sent(number, 1_000)
      sent += 1_060
      resent += budget.answered(numbers(number - 127, 128), atMs).length * 1_060
    }
    expect(resent).toBeLessThanOrEqual(100_000 + sent / 4 + 60 * 25_000)
    expect(resent).toBeGreaterThan(sent / 4)
  })
})
