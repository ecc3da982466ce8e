import { expect, it } from "vitest"
import { PublishRetries } from "./publish-retries.ts"

/** In the middle of its spread. */
const MIDDLE = 0.5
const delays = (retries: PublishRetries, count: number) =>
  Array.from({ length: count }, () => retries.lost(0, MIDDLE))

it("a lost publishing connection is retried after half a second, then ever more slowly, at last every eight seconds", () => {
  expect(delays(new PublishRetries(), 7)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000])
})

it("a retry has its shortest delay again after a connection that held for ten seconds, and only then", () => {
  const retries = new PublishRetries()
  delays(retries, 3)
  retries.connected(1_000)
  expect(retries.lost(10_999, MIDDLE)).toBe(4_000)
  retries.connected(20_000)
  // Interrupted and recovered by itself: it held from its first moment on.
  retries.connected(25_000)
  expect(retries.lost(30_000, MIDDLE)).toBe(500)
  expect(retries.lost(60_000, MIDDLE)).toBe(1_000)
})

it("a retry is spread by a quarter to each side", () => {
  expect(new PublishRetries().lost(0, 0)).toBe(375)
  expect(new PublishRetries().lost(0, 1)).toBe(625)
})
