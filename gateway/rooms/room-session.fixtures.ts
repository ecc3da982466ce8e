/** Room sessions for tests. */
import { Effect, Redacted } from "effect"
import type { LiveVisit } from "../visits/registry.ts"
import type { FreeSession, PaidSession } from "./room-sessions.ts"

const enteredRoom = (visit: LiveVisit) => ({
  visit,
  performerId: "p7",
  sessionId: `cs-${visit.visit}`,
  auth: Redacted.make("a word of its own"),
  nickname: visit.visit,
  member: null,
  address: "192.0.2.1",
})

export const freeRoomSession = (
  visit: LiveVisit,
  more: Partial<FreeSession> = {},
): FreeSession => ({
  ...enteredRoom(visit),
  mode: "free",
  freeTime: null,
  ...more,
})

export const paidRoomSession = (
  visit: LiveVisit,
  more: Partial<PaidSession> = {},
): PaidSession => ({
  ...enteredRoom(visit),
  mode: "chat",
  call: null,
  creditsPerMinute: 60,
  connection: {
    flushHeldFrames: () => undefined,
    emit: () => true,
    receipt: Effect.void,
    close: Effect.void,
  },
  ...more,
})
