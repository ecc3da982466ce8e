import { Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { MemberId } from "@foldcast/contracts/ids"
import type { OwnerId } from "../log/event-log.ts"
import { Entrants } from "./entrants.ts"

const MEMBER = MemberId.make("m-1")
const entrant = (owner: string, tokenExpiresAt: number, memberId = MEMBER) => ({
  owner: owner as OwnerId,
  member: { memberId, username: "x", verified: true, token: Redacted.make(owner), tokenExpiresAt },
})

describe("entrants", () => {
  it("let the token speak that lasts longest, while it lasts", () => {
    const entrants = new Entrants()
    entrants.enter(entrant("a", 10))
    entrants.enter(entrant("b", 30))
    entrants.enter(entrant("c", 20))
    expect(entrants.speaker(MEMBER, 0)?.owner).toBe("b")
    expect(entrants.speaker(MEMBER, 29)?.owner).toBe("b")
    expect(entrants.speaker(MEMBER, 30)).toBeNull()
  })
  it("let another session speak when one has left, and nobody for somebody else", () => {
    const entrants = new Entrants()
    entrants.enter(entrant("a", 10))
    entrants.enter(entrant("b", 30))
    entrants.enter(entrant("z", 99, MemberId.make("m-2")))
    entrants.leave(MEMBER, "b" as OwnerId)
    expect(entrants.speaker(MEMBER, 0)?.owner).toBe("a")
    entrants.leave(MEMBER, "a" as OwnerId)
    expect(entrants.speaker(MEMBER, 0)).toBeNull()
    expect(entrants.all().map(({ owner }) => owner)).toEqual(["z"])
  })
  it("know a session by its newest token", () => {
    const entrants = new Entrants()
    entrants.enter(entrant("a", 30))
    entrants.enter(entrant("a", 10))
    expect(entrants.speaker(MEMBER, 0)?.member.tokenExpiresAt).toBe(10)
  })
})
