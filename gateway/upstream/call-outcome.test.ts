import { describe, expect, it } from "vitest"
import { inListedWords, isMemberGone, isTokenRefused, ofAnswer, ofFailure } from "./call-outcome.ts"

const socketError = (code: string) =>
  new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) })

describe("the outcome of a call to the member API", () => {
  it.each([201, 204, 400, 401, 403, 404, 429])("is a refusal for status %i [API-003]", (status) => {
    expect(ofAnswer("POST", status, '{"label":"x"}')).toMatchObject({
      _tag: "Refused",
      status,
      label: "x",
    })
  })
  it("is a refusal also without a label and without JSON", () => {
    expect(ofAnswer("POST", 400, "<html>")).toEqual({
      _tag: "Refused",
      status: 400,
      label: null,
      fields: [],
    })
  })
  it.each([
    [401, "<html>Log in to the proxy</html>"],
    [403, "<html>Forbidden</html>"],
    [401, "{}"],
    [403, '{"error":"forbidden"}'],
    [403, '{"label":7}'],
  ])("is no refusal for a %i without a label: %s", (status, text) => {
    expect(ofAnswer("GET", status, text)).toEqual({ _tag: "Unavailable" })
    expect(ofAnswer("POST", status, text)).toEqual({ _tag: "Unknown" })
  })
  it("is a refused token by status and label together", () => {
    const refused = (status: number, label: string) =>
      isTokenRefused(ofAnswer("GET", status, JSON.stringify({ label })))
    expect(refused(401, "unauthorized")).toBe(true)
    expect(refused(403, "forbidden")).toBe(true)
    expect([refused(400, "unauthorized"), refused(401, "tooManyAttempts")]).toEqual([false, false])
    expect(isMemberGone(ofAnswer("GET", 403, '{"label":"forbidden"}'))).toBe(true)
    expect(isMemberGone(ofAnswer("GET", 401, '{"label":"unauthorized"}'))).toBe(false)
  })
  it("keeps labels that are listed, and no other word of an upstream", () => {
    const refusal = (label: string, ...fields: ReadonlyArray<{ field: string; label: string }>) =>
      inListedWords(ofAnswer("POST", 400, JSON.stringify({ label, fields })))
    expect(refusal("emailExists", { field: "email", label: "emailExists" })).toMatchObject({
      label: "emailExists",
      fields: [{ field: "email", label: "emailExists" }],
    })
    expect(
      refusal(
        "anna@example.test is taken",
        { field: "anna@example.test", label: "required" },
        { field: "email", label: "anna@example.test" },
      ),
    ).toMatchObject({ label: "unlisted", fields: [{ field: "email", label: "unlisted" }] })
    expect(inListedWords(ofAnswer("POST", 400, "{}"))).toMatchObject({ label: null })
  })
  it("tells the refusal of the gateway's key from that of the token", () => {
    const outcome = ofAnswer("POST", 401, '{"label":"apiKeyRefused"}')
    expect(outcome).toEqual({ _tag: "KeyRefused" })
    expect(isTokenRefused(outcome)).toBe(false)
  })
  it("says that nothing happened when nothing was sent", () => {
    expect(ofFailure("POST", socketError("ECONNREFUSED"))).toEqual({ _tag: "Unavailable" })
  })
  it("is unknown for a change whose connection broke", () => {
    expect(ofFailure("POST", socketError("ECONNRESET"))).toEqual({ _tag: "Unknown" })
    expect(ofFailure("POST", undefined)).toEqual({ _tag: "Unknown" })
    expect(ofAnswer("POST", 502, "bad gateway")).toEqual({ _tag: "Unknown" })
  })
  it("says that reading changed nothing", () => {
    expect(ofFailure("GET", socketError("ECONNRESET"))).toEqual({ _tag: "Unavailable" })
    expect(ofAnswer("GET", 503, "")).toEqual({ _tag: "Unavailable" })
  })
})
