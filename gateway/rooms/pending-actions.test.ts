import { Redacted } from "effect"
import { describe, expect, it } from "vitest"
import type { CommandId, VisitId } from "@foldcast/contracts/ids"
import { birthOf } from "../log/event-log.fixtures.ts"
import type { DecodedChatFrame } from "../upstream/frame.ts"
import { type LiveVisit, VisitTable } from "../visits/registry.ts"
import { routeLobbyFrame, routeSessionFrame } from "./frame-routing.ts"
import { PendingActions } from "./pending-actions.ts"
import { type RoomSession, RoomSessions } from "./room-sessions.ts"

const table = new VisitTable()
const visitOf = (name: string) =>
  table.begin(birthOf("a", { visit: `visit-${name}` as VisitId }), 1, 0)

const seatOf = (visit: LiveVisit, more: Partial<RoomSession> = {}): RoomSession => ({
  visit,
  performerId: "p7",
  mode: "free",
  sessionId: `cs-${visit.visit}`,
  auth: Redacted.make("a word of its own"),
  nickname: visit.visit,
  creditsPerMinute: 0,
  freeTime: null,
  member: null,
  address: "192.0.2.1",
  ...more,
})

const frame = (call: string, payload: object) =>
  ({ source: "chat-socket", call, payload }) as DecodedChatFrame

const message = (id: string) =>
  frame("message", { id, from: "x", message: "x", messageType: "member", recipient: "room" })

const expecting = (visit: LiveVisit, call: DecodedChatFrame["call"], commandId = "command-1") => {
  const expected = new PendingActions()
  expected.add({ visit, commandId: commandId as CommandId, call, onStored: () => undefined })
  return expected
}

const roomOf = (...seats: ReadonlyArray<RoomSession>) => {
  const room = new RoomSessions()
  for (const seat of seats) room.add(seat)
  return room
}

describe("a frame for all who watch", () => {
  const [anna, bert] = [visitOf("anna"), visitOf("bert")]

  it("goes to each of them, with the command to its author alone, once", () => {
    const expected = expecting(anna, "message")
    const room = roomOf(seatOf(anna), seatOf(bert), seatOf(visitOf("c"), { performerId: "p8" }))
    const { audience } = routeLobbyFrame(expected, message("command-1"), "p7", room)
    expect(audience.visits).toEqual([anna, bert])
    expect(audience.author).toMatchObject({ visit: anna, cause: "command-1" })
    expect(routeLobbyFrame(expected, message("command-1"), "p7", room).audience.author).toBe(null)
  })

  it("has no author among those who do not hear it, and none by another event of that name", () => {
    const expected = expecting(anna, "tip")
    const room = roomOf(seatOf(anna), seatOf(bert))
    expect(routeLobbyFrame(expected, message("command-1"), "p7", room).audience.author).toBe(null)
    const elsewhere = roomOf(seatOf(anna, { performerId: "p8" }), seatOf(bert))
    const tip = frame("tip", { id: "command-1" })
    expect(routeLobbyFrame(expected, tip, "p7", elsewhere).audience.author).toBe(null)
    expect(routeLobbyFrame(expected, tip, "p7", room).audience.author?.visit).toBe(anna)
  })

  it("tells a new name by who was called so, and remembers it", () => {
    const seats = [seatOf(anna, { nickname: "Sterre" }), seatOf(bert, { nickname: "Maan" })]
    const room = roomOf(...seats)
    const expected = expecting(bert, "nickname-changed")
    const renamed = (from: string, to: string) =>
      routeLobbyFrame(expected, frame("nickname-changed", { from, to }), "p7", room).audience.author
    expect(renamed("Sterre", "Zon")).toBe(null)
    expect(renamed("Maan", "Mars")?.visit).toBe(bert)
    expect(seats.map(({ nickname }) => nickname)).toEqual(["Zon", "Mars"])
  })
})

describe("a frame for one session", () => {
  const [anna, bert] = [visitOf("d"), visitOf("e")]

  it("answers that visit's own request and nobody else's", () => {
    const request = frame("request-vip", { member: "x" })
    expect(
      routeSessionFrame(expecting(bert, "request-vip"), request, seatOf(anna)).audience.author,
    ).toBe(null)
    expect(
      routeSessionFrame(expecting(anna, "request-vip"), request, seatOf(anna)).audience.author
        ?.visit,
    ).toBe(anna)
  })

  it("ends a seat with its session", () => {
    const seat = seatOf(anna, { mode: "vip" })
    const none = new PendingActions()
    expect(routeSessionFrame(none, frame("kick", { reason: "silent" }), seat).ended).toEqual([seat])
    expect(routeSessionFrame(none, message("m"), seat).ended).toEqual([])
  })
})

describe("seats", () => {
  it("are one a visit: who takes another gives up the first", () => {
    const visit = visitOf("f")
    const first = seatOf(visit)
    const second = seatOf(visit, { performerId: "p8", sessionId: "cs-2" })
    const room = roomOf(first, second)
    expect([room.isCurrent(first), room.isCurrent(second), room.size]).toEqual([false, true, 1])
    expect([room.isWatched("p7"), room.isWatched("p8")]).toEqual([false, true])
    room.remove(first)
    expect(room.viewerBySession("p8", "cs-2")).toBe(second)
    room.remove(second)
    expect([room.size, room.isWatched("p8")]).toEqual([0, false])
  })

  it("hear nothing of a lobby while they are paid for", () => {
    const room = roomOf(seatOf(visitOf("g"), { mode: "chat" }))
    expect([room.size, room.isWatched("p7")]).toEqual([1, false])
  })
})
