import { describe, expect, it } from "vitest"
import { inListedWords, isMemberGone, isTokenRefused, ofAnswer, ofFailure } from "./call-outcome.ts"

const socketError = (code: string) =>
  new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) })

describe("how a call to the member API ended", () => {
  it.each([201, 204, 400, 401, 403, 404, 429])("refuses status %i [API-003]", (status) => {
    expect(ofAnswer("POST", status, '{"label":"x"}')).toMatchObject({
      _tag: "Refused",
      status,
      label: "x",
    })
  })
  it("keeps a refusal that has no label and no JSON", () => {
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
  ])("takes a %i without a label for nobody's decision: %s", (status, text) => {
    expect(ofAnswer("GET", status, text)).toEqual({ _tag: "Unavailable" })
    expect(ofAnswer("POST", status, text)).toEqual({ _tag: "Unknown" })
  })
  it("hears that a token is refused from status and label together", () => {
    const refused = (status: number, label: string) =>
      isTokenRefused(ofAnswer("GET", status, JSON.stringify({ label })))
    expect(refused(401, "unauthorized")).toBe(true)
    expect(refused(403, "forbidden")).toBe(true)
    expect([refused(400, "unauthorized"), refused(401, "tooManyAttempts")]).toEqual([false, false])
    expect(isMemberGone(ofAnswer("GET", 403, '{"label":"forbidden"}'))).toBe(true)
    expect(isMemberGone(ofAnswer("GET", 401, '{"label":"unauthorized"}'))).toBe(false)
  })
  it("keeps words of the lists, and no other word that an upstream says", () => {
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
  it("tells its own key's refusal from the token's", () => {
    const outcome = ofAnswer("POST", 401, '{"label":"apiKeyRefused"}')
    expect(outcome).toEqual({ _tag: "KeyRefused" })
    expect(isTokenRefused(outcome)).toBe(false)
  })
  it("knows that nothing happened when nothing was sent", () => {
    expect(ofFailure("POST", socketError("ECONNREFUSED"))).toEqual({ _tag: "Unavailable" })
  })
  it("does not know what a change did whose connection broke", () => {
    expect(ofFailure("POST", socketError("ECONNRESET"))).toEqual({ _tag: "Unknown" })
    expect(ofFailure("POST", undefined)).toEqual({ _tag: "Unknown" })
    expect(ofAnswer("POST", 502, "bad gateway")).toEqual({ _tag: "Unknown" })
  })
  it("knows that reading changed nothing", () => {
    expect(ofFailure("GET", socketError("ECONNRESET"))).toEqual({ _tag: "Unavailable" })
    expect(ofAnswer("GET", 503, "")).toEqual({ _tag: "Unavailable" })
  })
})
