import { describe, expect, it } from "vitest"
import { isPaymentUrl } from "./payment-url.ts"

describe("a payment address", () => {
  const hosts = { hosts: new Set(["pay.example", "localhost:3001"]), allowHttp: false }
  it.each([
    ["https://pay.example/s/1", true],
    ["http://pay.example/s/1", false],
    ["https://pay.example.evil/s/1", false],
    ["https://pay.example@evil/s/1", false],
    ["https://user:secret@pay.example/", false],
    ["javascript:alert(1)", false],
    ["//pay.example/", false],
  ])("%s is allowed: %s", (url, allowed) => {
    expect(isPaymentUrl(url, hosts)).toBe(allowed)
  })
  it("may be plain http in development, on a known host", () => {
    expect(isPaymentUrl("http://localhost:3001/pay", { ...hosts, allowHttp: true })).toBe(true)
  })
})
