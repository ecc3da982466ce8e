import { describe, expect, it } from "vitest"
import { median, medianRatio, meets, quantile, rankDifference } from "./statistics.ts"

describe("the benchmarks' arithmetic", () => {
  it("takes the median of the values, whatever their order", () => {
    expect(median([3, 1, 2])).toBe(2)
    expect(median([10, 1, 2, 4])).toBe(3)
    expect(median([7])).toBe(7)
    expect(median([])).toBeNaN()
  })

  it("leaves the values it was given as they were", () => {
    const values = [3, 1, 2]
    median(values)
    quantile(values, 0.5)
    expect(values).toEqual([3, 1, 2])
  })

  it("takes quantiles by nearest rank", () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1)
    expect(quantile(hundred, 0.5)).toBe(50)
    expect(quantile(hundred, 0.99)).toBe(99)
    expect(quantile(hundred, 0)).toBe(1)
    expect(quantile(hundred, 1)).toBe(100)
    expect(quantile([], 0.5)).toBeNaN()
  })

  it("compares within a round before it compares rounds, so a slow minute does not decide", () => {
    expect(medianRatio([100, 10, 100], [200, 20, 200])).toBe(0.5)
    expect(medianRatio([4, 3, 100], [2, 1, 1])).toBe(3)
    expect(() => medianRatio([1], [1, 2])).toThrow("both sides")
  })

  it("meets a target at its very limit and never with what is no number", () => {
    expect(meets(0.8, { atLeast: 0.8 })).toBe(true)
    expect(meets(0.79, { atLeast: 0.8 })).toBe(false)
    expect(meets(1.5, { atMost: 1.5 })).toBe(true)
    expect(meets(1.51, { atMost: 1.5 })).toBe(false)
    expect(meets(Number.NaN, { atLeast: 0.8 })).toBe(false)
    expect(meets(Number.NaN, { atMost: 0.8 })).toBe(false)
  })
})

describe("two sets of times", () => {
  const times = (count: number, from: number) => Array.from({ length: count }, (_, at) => from + at)

  it("that do not overlap are told apart, either way", () => {
    expect(rankDifference(times(20, 100), times(20, 0))).toBeCloseTo(5.41, 2)
    expect(rankDifference(times(20, 0), times(20, 100))).toBeCloseTo(-5.41, 2)
  })

  it("that are the same are not, whatever outliers they have", () => {
    expect(rankDifference(times(20, 0), times(20, 0))).toBe(0)
    expect(Math.abs(rankDifference([...times(19, 0), 9_000], times(20, 0)))).toBeLessThan(1)
  })
})
