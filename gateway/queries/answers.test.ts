import { Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { MemberId } from "@foldcast/contracts/ids"
import type { OwnerId } from "../log/visit-header.ts"
import { openSessionId } from "../sessions/open-session-id.ts"
import { openSessionsAnswer, personalResponse, sessionAnswer } from "./answers.ts"

const member = {
  memberId: MemberId.make("m-1"),
  username: "anna",
  verified: true,
  token: Redacted.make("canary-token"),
  tokenExpiresAt: 1,
}

describe("GET /api/session", () => {
  it("answers the member's id and name and whether the age was checked, and nothing of the token [AUTH-04]", async () => {
    const answer = sessionAnswer({ member, cookie: "current", ageChecked: true })
    const response = personalResponse(answer)
    expect(response.headers.get("cache-control")).toBe("no-store")
    expect(response.headers.get("vary")).toBe("Cookie")
    expect(await response.json()).toEqual({
      member: { memberId: "m-1", username: "anna", verified: true },
      ageVerified: true,
    })
  })

  it("answers a guest, a stranger and a cookie from before the log-in the same", () => {
    for (const session of [
      null,
      { member: null, cookie: "current" as const, ageChecked: false },
      { member, cookie: "retiring" as const, ageChecked: false },
    ]) {
      expect(sessionAnswer(session)).toEqual({ member: null, ageVerified: false })
    }
  })
})

describe("GET /api/sessions", () => {
  const record = (name: string, lastSeenAt: number) => ({
    owner: name as OwnerId,
    startedAt: 1,
    lastSeenAt,
    browser: "Firefox",
    system: null,
  })

  it("lists this session first, then those that were used last, by names that prove nothing", () => {
    const records = [record("old", 10), record("here", 5), record("new", 20)]
    const answer = openSessionsAnswer(records, "here" as OwnerId)
    expect(answer.map(({ lastSeenAt, isCurrent }) => [lastSeenAt, isCurrent])).toEqual([
      [5, true],
      [20, false],
      [10, false],
    ])
    expect(answer.map(({ id }) => id)).toEqual(
      ["here", "new", "old"].map((owner) => openSessionId(owner as OwnerId)),
    )
    expect(JSON.stringify(answer)).not.toMatch(/"(?:here|new|old)"/u)
    expect(new Set(answer.map(({ id }) => id)).size).toBe(3)
  })
})
