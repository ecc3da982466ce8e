import { describe, expect, it } from "vitest"
import type { VisitId } from "@foldcast/contracts/ids"
import { visitHeader } from "../log/visit-log.fixtures.ts"
import type { DecodedChatFrame } from "../upstream/frame.ts"
import { VisitTable } from "../visits/registry.ts"
import { routeFromLobby, routeFromPaid } from "./frame-routing.ts"
import { PendingActions } from "./pending-actions.ts"
import { freeRoomSession, paidRoomSession } from "./room-session.fixtures.ts"
import { RoomSessions } from "./room-sessions.ts"

const table = new VisitTable()
const visitOf = (name: string) =>
  table.begin(visitHeader("a", { visit: `visit-${name}` as VisitId }), 1, 0)
const frame = (call: string, payload: object = {}) =>
  ({ source: "chat-socket", call, payload }) as DecodedChatFrame
const rooms = () => ({ sessions: new RoomSessions(), pending: new PendingActions() })

describe("a frame of a lobby connection", () => {
  it("goes to all who watch, or to the session that it names, and to nobody else", () => {
    const state = rooms()
    const [anna, bert] = [freeRoomSession(visitOf("anna")), freeRoomSession(visitOf("bert"))]
    for (const session of [anna, bert]) state.sessions.add(session)
    const visitsOf = (payload: object) => {
      const route = routeFromLobby(state, "p7", frame("chat-switch", payload), 0)
      return route._tag === "Routed" ? route.audience.visits : route._tag
    }
    expect(visitsOf({ mode: "free" })).toEqual([anna.visit, bert.visit])
    expect(visitsOf({ mode: "free", session: bert.sessionId })).toEqual([bert.visit])
    expect(visitsOf({ mode: "free", session: "cs-nobody" })).toBe("UnknownSession")
    expect(routeFromLobby(state, "p7", frame("keep-alive"), 0)._tag).toBe("KeepAlive")
  })

  it("sets what is left of a guest's free time, from the moment at which it came", () => {
    const state = rooms()
    const freeTime = { secondsLeft: 60, at: 0, isRunning: true }
    const guest = freeRoomSession(visitOf("guest"), { freeTime })
    state.sessions.add(guest)
    const payload = { seconds: 20, isRunning: false, session: guest.sessionId }
    routeFromLobby(state, "p7", frame("free-time", payload), 40_000)
    expect(guest.freeTime).toEqual({ secondsLeft: 20, at: 40_000, isRunning: false })
  })
})

describe("a frame of a paid session's connection", () => {
  it("goes to that session while its visit has it, and afterwards only its receipt does", () => {
    const state = rooms()
    const session = paidRoomSession(visitOf("paid"))
    const tagOf = (call: string, payload: object = {}) =>
      routeFromPaid(state, session, frame(call, payload))._tag
    const receipt = { session: session.sessionId }
    state.sessions.add(session)
    expect([tagOf("chat-switch", { mode: "private" }), tagOf("keep-alive")]).toEqual([
      "Routed",
      "KeepAlive",
    ])
    expect(tagOf("paid-time-ended", { session: "cs-other" })).toBe("UnknownSession")
    state.sessions.remove(session)
    expect([tagOf("chat-switch", { mode: "private" }), tagOf("keep-alive")]).toEqual([
      "Ignored",
      "Ignored",
    ])
    expect(tagOf("paid-time-ended", receipt)).toBe("Routed")
  })
})
