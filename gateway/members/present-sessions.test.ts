import { Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { MemberId } from "@foldcast/contracts/ids"
import type { OwnerId } from "../log/visit-header.ts"
import { PresentSessions } from "./present-sessions.ts"

const MEMBER = MemberId.make("m-1")
const present = (owner: string, tokenExpiresAt: number, memberId = MEMBER) => ({
  owner: owner as OwnerId,
  member: { memberId, username: "x", verified: true, token: Redacted.make(owner), tokenExpiresAt },
})

describe("the sessions of a present member", () => {
  it("use the token that lasts longest, for as long as it lasts", () => {
    const presentSessions = new PresentSessions()
    presentSessions.enter(present("a", 10))
    presentSessions.enter(present("b", 30))
    presentSessions.enter(present("c", 20))
    expect(presentSessions.withLongestToken(MEMBER, 0)?.owner).toBe("b")
    expect(presentSessions.withLongestToken(MEMBER, 29)?.owner).toBe("b")
    expect(presentSessions.withLongestToken(MEMBER, 30)).toBeNull()
  })
  it("use another session's when one has left, and never another member's", () => {
    const presentSessions = new PresentSessions()
    presentSessions.enter(present("a", 10))
    presentSessions.enter(present("b", 30))
    presentSessions.enter(present("z", 99, MemberId.make("m-2")))
    presentSessions.leave(MEMBER, "b" as OwnerId)
    expect(presentSessions.withLongestToken(MEMBER, 0)?.owner).toBe("a")
    presentSessions.leave(MEMBER, "a" as OwnerId)
    expect(presentSessions.withLongestToken(MEMBER, 0)).toBeNull()
    expect(presentSessions.all().map(({ owner }) => owner)).toEqual(["z"])
  })
  it("are the member's own alone", () => {
    const presentSessions = new PresentSessions()
    presentSessions.enter(present("a", 10))
    presentSessions.enter(present("z", 99, MemberId.make("m-2")))
    expect(presentSessions.ofMember(MEMBER).map(({ owner }) => owner)).toEqual(["a"])
    expect(presentSessions.ofMember(MemberId.make("m-3"))).toEqual([])
  })
  it("are known by their newest token", () => {
    const presentSessions = new PresentSessions()
    presentSessions.enter(present("a", 30))
    presentSessions.enter(present("a", 10))
    expect(presentSessions.withLongestToken(MEMBER, 0)?.member.tokenExpiresAt).toBe(10)
  })
})
