import { Arbitrary, Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { readAuthCookie, writeAuthCookie } from "./auth-cookie.ts"
import type { CookieValue } from "./session-store.ts"

const value = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNO_-" as CookieValue

describe("the session cookie", () => {
  it("is bound to the host, secure and not readable by scripts in production", () => {
    expect(writeAuthCookie(value, true)).toBe(
      `__Host-auth=${value}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure`,
    )
  })

  it("is sent without Secure in development, under another name", () => {
    expect(writeAuthCookie(value, false)).toBe(
      `auth=${value}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`,
    )
  })

  it("is read among other cookies, wherever it stands", () => {
    for (const header of [`auth=${value}`, `lang=nl; auth=${value}`, `auth=${value};lang=nl`]) {
      expect(readAuthCookie(header, false)).toBe(value)
    }
    expect(readAuthCookie(`__Host-auth=${value}`, true)).toBe(value)
  })

  it("is not taken from a cookie of another name", () => {
    for (const header of [`auth=${value}`, `x__Host-auth=${value}`, `__host-auth=${value}`]) {
      expect(readAuthCookie(header, true)).toBeUndefined()
    }
  })

  it("is read as no session when malformed, oversized, missing or contradictory", () => {
    const wrong = [
      undefined,
      null,
      "",
      "auth",
      "auth=",
      `auth="${value}"`,
      `auth=${value}x`,
      `auth=${value.slice(1)}`,
      `auth=${value.slice(1)}%`,
      `auth=${value}; auth=${value.toLowerCase()}`,
      `${"x=y; ".repeat(2_000)}auth=${value}`,
    ]
    for (const header of wrong) expect(readAuthCookie(header, false)).toBeUndefined()
  })

  it("is read in a header of 8,192 characters and in no longer one", () => {
    const header = `auth=${value}; x=`.padEnd(8_192, "y")
    expect(readAuthCookie(header, false)).toBe(value)
    expect(readAuthCookie(`${header}y`, false)).toBeUndefined()
  })

  it("is read from any header without throwing", async () => {
    const result = await Effect.runPromise(
      Arbitrary.checkEffect(Arbitrary.schema(Schema.String), (text) =>
        [text, `auth=${text}`, `auth=${value}; ${text}`].every((header) => {
          const read = readAuthCookie(header, false)
          return read === undefined || read.length === 43
        }),
      ),
    )
    expect(Arbitrary.formatCheckFailure(result)).toBeUndefined()
  })
})
