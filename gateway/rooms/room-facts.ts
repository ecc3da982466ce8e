/**
 * What the gateway itself tells of rooms: that one was left, was interrupted, is restored, or is joined already. Pure.
 */
import type { Event } from "@foldcast/contracts/stream/event"
import type { LeaveReason } from "@foldcast/contracts/stream/room"
import { factsFrom, type SourcedFact } from "../visits/placement.ts"
import type { Departure } from "./chat-calls.ts"
import type { SessionFreeTime, RoomSession } from "./room-sessions.ts"

/** Only the gateway knows of these; whoever else says so left by themselves. */
export const visitorReason = (reason: LeaveReason): LeaveReason =>
  reason === "kicked" || reason === "lost" ? "requested" : reason

export const DEPARTURES: Readonly<Record<LeaveReason, Departure>> = {
  requested: "leaves",
  switched: "switches",
  unloaded: "unloads",
  kicked: "leaves",
  lost: "leaves",
  dialin_stopped: "leaves",
}

export const CHAT_INTERRUPTED: Event = { _tag: "SourceInterrupted", source: "chat-socket" }
export const CHAT_RESTORED: Event = { _tag: "SourceRestored", source: "chat-socket" }

export const roomLeft = (performerId: string, reason: LeaveReason): Event => ({
  _tag: "RoomLeft",
  performerId,
  reason,
})

export const fromGateway = (...events: ReadonlyArray<Event>) => factsFrom("gateway", events)

/** Who is in another room now has left the one before. */
export const leftForOther = (
  older: RoomSession | undefined,
  performerId: string,
): ReadonlyArray<SourcedFact> =>
  older === undefined || older.performerId === performerId
    ? []
    : fromGateway(roomLeft(older.performerId, "switched"))

const freeSecondsAt = ({ secondsLeft, at, isRunning }: SessionFreeTime, now: number): number =>
  isRunning ? Math.max(0, Math.floor(secondsLeft - (now - at) / 1_000)) : secondsLeft

/** To who asks for what they have; `now` in monotonic milliseconds. */
export const joinedAgain = (session: RoomSession, now: number): ReadonlyArray<Event> => {
  const { performerId, mode, sessionId, nickname } = session
  const creditsPerMinute = session.mode === "free" ? 0 : session.creditsPerMinute
  const joined = {
    _tag: "RoomJoined",
    performerId,
    mode,
    sessionId,
    nickname,
    creditsPerMinute,
  } as const
  if (session.mode !== "free" || session.freeTime === null) return [joined]
  const { freeTime } = session
  const secondsLeft = freeSecondsAt(freeTime, now)
  const { isRunning } = freeTime
  return [
    { ...joined, freeSecondsLeft: secondsLeft },
    // Who joins begins with time that runs.
    ...(isRunning
      ? []
      : [{ _tag: "FreeTimeChanged", performerId, secondsLeft, isRunning } as const]),
  ]
}
