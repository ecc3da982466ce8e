import { describe, expect, it } from "vitest"
import { ofAnswer, ofFailure } from "./call-outcome.ts"

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
