import { describe, expect, it } from "vitest"
import type { MemberId, VisitId } from "@foldcast/contracts/ids"
import { visitHeader, memberId } from "../log/visit-log.fixtures.ts"
import { writerOf } from "../log/writer.ts"
import type { DecodedChatFrame } from "../upstream/frame.ts"
import { VisitTable } from "../visits/registry.ts"
import { freeRoomSession } from "./room-session.fixtures.ts"
import { writersOf } from "./writers.ts"

const sessionOf = (nickname: string, member: MemberId | null) => {
  const visit = `visit-${nickname}` as VisitId
  return freeRoomSession(new VisitTable().begin(visitHeader("a", { visit }), 1, 0), {
    nickname,
    member,
  })
}

const anna = memberId("anna")
const SESSIONS = [
  sessionOf("Anna", anna),
  sessionOf("Guest", null),
  sessionOf("Chris", memberId("chris")),
]

const frame = (call: string, payload: object) =>
  ({ source: "chat-socket", call, payload }) as DecodedChatFrame
const message = (from: string, recipient = "room") => ({
  id: "m1",
  from,
  message: "x",
  messageType: "member",
  recipient,
})

describe("the accounts behind the names in a frame", () => {
  const is = (...names: ReadonlyArray<readonly [string, MemberId]>) =>
    new Map(names.map(([name, member]) => [name, writerOf(member)]))

  it("are those that the service sends, whoever has that name here", () => {
    const accounts = [{ nickname: "Anna", memberId: 42 }]
    const said = frame("message", { ...message("Anna"), accounts })
    expect(writersOf(said, SESSIONS)).toEqual(is(["Anna", "42" as MemberId]))
    expect(writersOf(frame("message", { ...message("Anna"), accounts: [] }), SESSIONS)).toEqual(
      is(),
    )
  })

  it("are those of the viewer with that name here, where the service sends none", () => {
    const names = (call: string, payload: object) => writersOf(frame(call, payload), SESSIONS)
    const one = is(["Anna", anna])
    expect(names("message", message("Anna"))).toEqual(one)
    expect(names("message", message("Host", "Anna"))).toEqual(one)
    expect(names("message", message("Guest"))).toEqual(is())
    for (const call of ["tip", "ft-tip"]) expect(names(call, { from: "Anna" })).toEqual(one)
    for (const call of ["member-connected", "member-disconnected"])
      expect(names(call, { member: "Anna" })).toEqual(one)
    expect(names("nickname-changed", { from: "Anna", to: "Chris" })).toEqual(one)
    expect(names("updated-members", { count: 3, members: ["Guest", "Anna", "Stranger"] })).toEqual(
      one,
    )
  })

  it("are none in a frame that names nobody", () => {
    expect(writersOf(frame("chat-switch", { mode: "free" }), SESSIONS).size).toBe(0)
  })
})
