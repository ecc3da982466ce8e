import { describe, expect, it } from "vitest"
import { addressName } from "./attempt-limits.ts"
import { AttemptWindow } from "./attempt-window.ts"

describe("attempt window", () => {
  it("counts tries until the window that the first one began has ended", () => {
    const window = new AttemptWindow({ count: 2, withinMs: 1_000 })
    expect([window.take("a", 0), window.take("a", 900), window.take("a", 950)]).toEqual([0, 0, 50])
    expect(window.take("b", 950)).toBe(0)
    expect(window.take("a", 1_000)).toBe(0)
  })

  it("does not count what was given back", () => {
    const window = new AttemptWindow({ count: 1, withinMs: 1_000 })
    for (let at = 0; at < 50; at++) {
      expect(window.take("a", at)).toBe(0)
      window.giveBack("a", at)
    }
    expect(window.take("a", 60)).toBe(0)
    expect(window.take("a", 60)).toBe(1_000)
  })

  it("forgets the oldest name rather than growing without end", () => {
    const window = new AttemptWindow({ count: 1, withinMs: 1e9 })
    for (let name = 0; name <= 100_000; name++) window.take(String(name), name)
    expect(window.take("100000", 100_001)).toBeGreaterThan(0)
    expect(window.take("0", 100_001)).toBe(0)
  })
})

describe("address names", () => {
  it("counts an IPv6 address by its first 64 bits, however it is written", () => {
    const one = addressName("2001:db8:0:1::1")
    expect(one).toBe("2001:db8:0:1")
    expect(addressName("2001:0DB8:0000:0001:ffff:0:0:2")).toBe(one)
    expect(addressName("2001:db8:0:2::1")).not.toBe(one)
    expect(addressName("::1")).toBe("0:0:0:0")
  })

  it("keeps IPv4 whole, mapped or not", () => {
    expect(addressName("192.0.2.7")).toBe("192.0.2.7")
    expect(addressName("::ffff:192.0.2.7")).toBe("192.0.2.7")
  })
})
