import { it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { describe, expect } from "vitest"
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
