import { expect, it } from "vitest"
import { rateKeyOf } from "./rate-key.ts"

it("an address is counted by its /64 where it is IPv6, however it is written", () => {
  const same = ["2001:db8:1:2::1", "2001:0DB8:0001:0002:ffff:ffff:ffff:ffff", "2001:db8:1:2:3::"]
  expect(new Set(same.map(rateKeyOf))).toEqual(new Set(["2001:db8:1:2::/64"]))
  expect(rateKeyOf("2001:db8::1")).toBe("2001:db8:0:0::/64")
  expect(rateKeyOf("::1")).toBe("0:0:0:0::/64")
  expect(rateKeyOf("fe80::1%eth0")).toBe("fe80:0:0:0::/64")
  expect(rateKeyOf("192.0.2.1")).toBe("192.0.2.1")
})
