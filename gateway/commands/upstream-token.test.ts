import { it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { describe, expect } from "vitest"
import { isPaymentUrl } from "./payment-url.ts"
import { readToken } from "./upstream-token.ts"

const tokenOf = (payload: unknown) =>
  `h.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.s`

describe("the upstream's token", () => {
  it("names the member's id and the expiry, and nothing else of it is read [AUTH-06]", () => {
    expect(readToken(tokenOf({ id: 42, exp: 1_800_000_000, role: "x" }))).toEqual(
      Option.some({ memberId: "42", expiresAt: 1_800_000_000_000 }),
    )
  })
  it.effect.prop("is read from any text without throwing", [Schema.String], ([text]) =>
    Effect.sync(() => expect(Option.isNone(readToken(text))).toBe(true)),
  )
  it("is refused with an invalid id", () => {
    expect(readToken(tokenOf({ id: "../x", exp: 1 }))).toEqual(Option.none())
  })
})

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
