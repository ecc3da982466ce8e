import { Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { MemberId } from "@foldcast/contracts/ids"
import { FOLDCAST } from "../brand/brand.ts"
import { brandResponse, sessionResponse } from "./answers.ts"

const member = {
  memberId: MemberId.make("m-1"),
  username: "anna",
  verified: true,
  token: Redacted.make("canary-token"),
  tokenExpiresAt: 1,
}

describe("GET /api/session", () => {
  it("tells the member's id and name, and nothing of the token", async () => {
    const response = sessionResponse({ member, cookie: "current" })
    expect(response.headers.get("cache-control")).toBe("no-store")
    expect(await response.json()).toEqual({ member: { memberId: "m-1", username: "anna" } })
  })

  it("tells a guest, a stranger and a cookie of before the log-in the same", async () => {
    for (const session of [
      null,
      { member: null, cookie: "current" as const },
      { member, cookie: "retiring" as const },
    ]) {
      expect(await sessionResponse(session).json()).toEqual({ member: null })
    }
  })
})

describe("GET /api/brand", () => {
  it("tells the brand, apart for each host", async () => {
    const response = brandResponse(FOLDCAST)
    expect(response.headers.get("vary")).toBe("Host")
    expect(await response.json()).toEqual({ id: "foldcast", name: "Foldcast" })
  })
})
