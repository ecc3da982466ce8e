import { describe, expect, it } from "vitest"
import { dueDialInState, writeDialInCookie } from "./dial-in-cookie.ts"
import { sessionCall } from "../store/open-store.fixtures.ts"

describe("the dial-in cookie", () => {
  it("lasts 30 days, is SameSite Lax, and Secure outside development", () => {
    expect(writeDialInCookie("pending", false)).toBe(
      "dial-in=pending; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax",
    )
    expect(writeDialInCookie("in_call", true)).toBe(
      "__Host-dial-in=in_call; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure",
    )
  })

  it("is taken away where there is no call", () => {
    expect(writeDialInCookie(null, false)).toContain("Max-Age=0")
  })

  it("is written where it says something else than the session, and only there", () => {
    const none = { call: null }
    const pending = { call: sessionCall("anna") }
    expect(dueDialInState(none, undefined)).toBeUndefined()
    expect(dueDialInState(none, "in_call")).toBeNull()
    expect(dueDialInState(pending, "in_call")).toBe("pending")
    expect(dueDialInState(pending, undefined)).toBe("pending")
    expect(dueDialInState(pending, "pending")).toBeUndefined()
  })
})
