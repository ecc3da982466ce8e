import { describe, expect, it } from "vitest"
import { RateWindow } from "./rate-window.ts"

describe("a rate limit of actions", () => {
  it("lets through so many within its time, and says how long it is until the next", () => {
    const window = new RateWindow({ count: 2, withinMs: 1_000 })
    expect([window.take(0), window.take(400), window.take(500), window.take(1_000)]).toEqual([
      0, 0, 500, 0,
    ])
  })
})
