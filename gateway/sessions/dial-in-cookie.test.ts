import { describe, expect, it } from "vitest"
import { dueDialInState, writeDialInCookie } from "./dial-in-cookie.ts"
import { sessionCall } from "../store/open-store.fixtures.ts"

describe("the dial-in cookie", () => {
  it("lasts 30 days, is SameSite Lax, and Secure outside development [STORE-08, STORE-09]", () => {
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
    expect(dueDialInState(none, undefined, false)).toBeUndefined()
    expect(dueDialInState(none, "dial-in=in_call", false)).toBeNull()
    expect(dueDialInState(pending, "dial-in=in_call", false)).toBe("pending")
    expect(dueDialInState(pending, "a=b; dial-in=pending", false)).toBeUndefined()
    // The name of the other environment says nothing here.
    expect(dueDialInState(pending, "dial-in=pending", true)).toBe("pending")
  })
})
