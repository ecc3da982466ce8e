import { BlockList } from "node:net"
import { it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { describe, expect } from "vitest"
import { rateKeyOf } from "@foldcast/limits/rate-key"
import { clientAddress } from "./client-address.ts"

const proxies = new BlockList()
proxies.addSubnet("10.0.0.0", 8, "ipv4")
proxies.addSubnet("fd00::", 8, "ipv6")
const none = new BlockList()

describe("a client's address", () => {
  it("is the connection's where no proxy is trusted, whatever X-Forwarded-For says", () => {
    expect(clientAddress(none, "192.0.2.1", "203.0.113.9")).toBe("192.0.2.1")
    expect(clientAddress(proxies, "192.0.2.1", "203.0.113.9")).toBe("192.0.2.1")
  })

  it("is what the nearest trusted proxy wrote, however much a client writes before it", () => {
    const header = "1.1.1.1, 2.2.2.2, 203.0.113.9"
    expect(clientAddress(proxies, "10.0.0.1", header)).toBe("203.0.113.9")
    expect(clientAddress(proxies, "10.0.0.1", `${header}, 10.0.0.2`)).toBe("203.0.113.9")
    expect(clientAddress(proxies, "fd00::1", "203.0.113.9")).toBe("203.0.113.9")
  })

  it("ends the search at what is no address", () => {
    expect(clientAddress(proxies, "10.0.0.1", "203.0.113.9, unknown")).toBe("10.0.0.1")
    expect(clientAddress(proxies, "10.0.0.1", "")).toBe("10.0.0.1")
    expect(clientAddress(proxies, "10.0.0.1", undefined)).toBe("10.0.0.1")
    expect(clientAddress(proxies, undefined, "203.0.113.9")).toBe("unknown")
  })

  it("is the same written as IPv4 and as mapped IPv6", () => {
    expect(clientAddress(none, "::ffff:192.0.2.1", undefined)).toBe("192.0.2.1")
    expect(clientAddress(proxies, "::ffff:10.0.0.1", "::ffff:203.0.113.9")).toBe("203.0.113.9")
  })

  it.effect.prop(
    "is never a forged one, and reading it never throws",
    [Schema.String, Schema.String],
    ([peer, header]) =>
      Effect.sync(() => {
        expect(clientAddress(none, peer, header)).toBe(clientAddress(none, peer, undefined))
        expect(typeof rateKeyOf(clientAddress(proxies, "10.0.0.1", header))).toBe("string")
      }),
  )
})
