import { describe, expect, it } from "vitest"
import type { CommandId, VisitId } from "@foldcast/contracts/ids"
import { visitHeader } from "../log/visit-log.fixtures.ts"
import type { DecodedChatFrame } from "../upstream/frame.ts"
import { type LiveVisit, VisitTable } from "../visits/registry.ts"
import { routeLobbyFrame, routeSessionFrame } from "./frame-routing.ts"
import { PendingActions } from "./pending-actions.ts"
import { freeRoomSession, paidRoomSession } from "./room-session.fixtures.ts"
import { type RoomSession, RoomSessions } from "./room-sessions.ts"

const table = new VisitTable()
const visitOf = (name: string) =>
  table.begin(visitHeader("a", { visit: `visit-${name}` as VisitId }), 1, 0)

const frame = (call: string, payload: object) =>
  ({ source: "chat-socket", call, payload }) as DecodedChatFrame

const message = (id: string) =>
  frame("message", { id, from: "x", message: "x", messageType: "member", recipient: "room" })

const expecting = (visit: LiveVisit, call: DecodedChatFrame["call"], commandId = "command-1") => {
  const pending = new PendingActions()
  pending.add({ visit, commandId: commandId as CommandId, call, onStored: () => undefined })
  return pending
}

const roomOf = (...members: ReadonlyArray<RoomSession>) => {
  const room = new RoomSessions()
  for (const session of members) room.add(session)
  return room
}

describe("a frame for all who watch", () => {
  const [anna, bert] = [visitOf("anna"), visitOf("bert")]

  it("goes to each of them, with the command to its author alone, once", () => {
    const pending = expecting(anna, "message")
    const room = roomOf(
      freeRoomSession(anna),
      freeRoomSession(bert),
      freeRoomSession(visitOf("c"), { performerId: "p8" }),
    )
    const { audience } = routeLobbyFrame(pending, message("command-1"), "p7", room)
    expect(audience.visits).toEqual([anna, bert])
    expect(audience.author).toMatchObject({ visit: anna, cause: "command-1" })
    expect(routeLobbyFrame(pending, message("command-1"), "p7", room).audience.author).toBe(null)
  })

  it("has no author among those who do not hear it, and none where another event has that name", () => {
    const pending = expecting(anna, "tip")
    const room = roomOf(freeRoomSession(anna), freeRoomSession(bert))
    expect(routeLobbyFrame(pending, message("command-1"), "p7", room).audience.author).toBe(null)
    const elsewhere = roomOf(freeRoomSession(anna, { performerId: "p8" }), freeRoomSession(bert))
    const tip = frame("tip", { id: "command-1" })
    expect(routeLobbyFrame(pending, tip, "p7", elsewhere).audience.author).toBe(null)
    expect(routeLobbyFrame(pending, tip, "p7", room).audience.author?.visit).toBe(anna)
  })

  it("about a new name is matched by the old one, and the new one is remembered", () => {
    const viewers = [
      freeRoomSession(anna, { nickname: "Sterre" }),
      freeRoomSession(bert, { nickname: "Maan" }),
    ]
    const room = roomOf(...viewers)
    const pending = expecting(bert, "nickname-changed")
    const renamed = (from: string, to: string) =>
      routeLobbyFrame(pending, frame("nickname-changed", { from, to }), "p7", room).audience.author
    expect(renamed("Sterre", "Zon")).toBe(null)
    expect(renamed("Maan", "Mars")?.visit).toBe(bert)
    expect(viewers.map(({ nickname }) => nickname)).toEqual(["Zon", "Mars"])
  })
})

describe("a frame for one session", () => {
  const [anna, bert] = [visitOf("d"), visitOf("e")]

  it("answers that visit's own request and nobody else's", () => {
    const request = frame("request-vip", { member: "x" })
    expect(
      routeSessionFrame(expecting(bert, "request-vip"), request, freeRoomSession(anna)).audience
        .author,
    ).toBe(null)
    expect(
      routeSessionFrame(expecting(anna, "request-vip"), request, freeRoomSession(anna)).audience
        .author?.visit,
    ).toBe(anna)
  })

  it("ends the session whose end at the service it tells", () => {
    const session = paidRoomSession(anna, { mode: "vip" })
    const none = new PendingActions()
    expect(routeSessionFrame(none, frame("kick", { reason: "silent" }), session).ended).toEqual([
      session,
    ])
    expect(routeSessionFrame(none, message("m"), session).ended).toEqual([])
  })
})
