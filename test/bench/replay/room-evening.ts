/**
 * An evening in a busy room, as long as a visit may be: messages, viewers who enter and leave, tips. The n-th event
 * is the same in every process.
 */
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import type { Event } from "@foldcast/contracts/stream/event"
import type { LogEntry } from "@foldcast/folds/log-entry"
import { eventOf as madeUp, unnumberedAt } from "../events/wire-events.ts"

const TURNS = [
  "RoomMessageReceived",
  "RoomMemberJoined",
  "RoomMessageReceived",
  "RoomMessageReceived",
  "TipReceived",
  "RoomMessageReceived",
  "RoomMemberLeft",
  "RoomMessageReceived",
] as const

const tagOf = (n: number) =>
  n === 0 ? "RoomJoined" : (TURNS[n % TURNS.length] ?? "RoomMessageReceived")

/** Parsed from JSON, as in a replay; all in one room. */
export const eveningEntryAt = (n: number): Extract<LogEntry, { readonly kind: "event" }> => {
  const { cause: _cause, ...envelope } = unnumberedAt(n)
  const event: Event = { ...madeUp(tagOf(n), n), performerId: "p1" } as Event
  const text = JSON.stringify({ ...envelope, seq: n + 1, event })
  return { kind: "event", envelope: JSON.parse(text) as OpenEnvelope }
}
