import { describe, expect, it } from "vitest"
import type { VisitId } from "@foldcast/contracts/ids"
import { visitHeader } from "../log/visit-log.fixtures.ts"
import { VisitTable } from "../visits/registry.ts"
import { freeRoomSession, paidRoomSession } from "./room-session.fixtures.ts"
import { type RoomSession, RoomSessions } from "./room-sessions.ts"

const table = new VisitTable()
const visitOf = (name: string) =>
  table.begin(visitHeader("a", { visit: `visit-${name}` as VisitId }), 1, 0)

const roomOf = (...members: ReadonlyArray<RoomSession>) => {
  const room = new RoomSessions()
  for (const session of members) room.add(session)
  return room
}

describe("room sessions", () => {
  it("are limited to one a visit: a new one replaces the first", () => {
    const visit = visitOf("f")
    const first = freeRoomSession(visit)
    const second = freeRoomSession(visit, { performerId: "p8", sessionId: "cs-2" })
    const room = roomOf(first, second)
    expect([room.isCurrent(first), room.isCurrent(second), room.size]).toEqual([false, true, 1])
    expect([room.isWatched("p7"), room.isWatched("p8")]).toEqual([false, true])
    room.remove(first)
    expect(room.viewerBySession("p8", "cs-2")).toBe(second)
    room.remove(second)
    expect([room.size, room.isWatched("p8")]).toEqual([0, false])
  })

  it("receive no frames of a lobby while they are paid for", () => {
    const room = roomOf(paidRoomSession(visitOf("g"), { mode: "chat" }))
    expect([room.size, room.isWatched("p7")]).toEqual([1, false])
  })
})
