import { describe, expect, it } from "vitest"
import { addressName } from "./attempt-limits.ts"

describe("the name of an address in a limit", () => {
  it("is the first 64 bits of an IPv6 address, however it is written", () => {
    const one = addressName("2001:db8:0:1::1")
    expect(one).toBe("2001:db8:0:1")
    expect(addressName("2001:0DB8:0000:0001:ffff:0:0:2")).toBe(one)
    expect(addressName("2001:db8:0:2::1")).not.toBe(one)
    expect(addressName("::1")).toBe("0:0:0:0")
  })

  it("is the whole of an IPv4 address, mapped or not", () => {
    expect(addressName("192.0.2.7")).toBe("192.0.2.7")
    expect(addressName("::ffff:192.0.2.7")).toBe("192.0.2.7")
  })
})
