/**
 * Messages in the room, and this document's own lines until they are confirmed. Pure.
 *
 * Invariant: a fact with the line's command as its cause, or with the message's own id, confirms an own line.
 */
import { isAsked, type RoomHandlers } from "./room-change.ts"
import { withCreditsShort } from "./room-credits.ts"
import {
  conversationOf,
  conversationOfOwn,
  withErased,
  withLine,
  withSystemLine,
} from "./room-lines.ts"
import type { OwnLine } from "./room-state.ts"
import { withChanges } from "./slice.ts"

export const without = (outgoing: ReadonlyArray<OwnLine>, commandId: string | undefined) =>
  commandId === undefined || !outgoing.some((line) => line.commandId === commandId)
    ? outgoing
    : outgoing.filter((line) => line.commandId !== commandId)

export const unsent = (
  outgoing: ReadonlyArray<OwnLine>,
  commandId: string | undefined,
  failure: string,
) =>
  outgoing.some((line) => line.commandId === commandId && line.failure !== failure)
    ? outgoing.map((line) => (line.commandId === commandId ? { ...line, failure } : line))
    : outgoing

export const conversationEvents = {
  RoomMessageReceived: (room, event, envelope, site) => {
    const { messageId: id, from, message, messageType, recipient } = event
    const own = room.outgoing.find(
      ({ commandId }) => commandId === envelope.cause || commandId === id,
    )
    const isOwn = own !== undefined || isAsked(site, envelope)
    const name =
      own === undefined
        ? conversationOf(room, messageType, recipient)
        : conversationOfOwn(room, own.messageType)
    const line = {
      _tag: "Said",
      id,
      at: envelope.at,
      from,
      message,
      messageType,
      recipient,
      isOwn,
    } as const
    const outgoing = without(room.outgoing, own?.commandId)
    return withLine(withChanges(room, { outgoing }), name, line)
  },
  RoomMessageRefused: (room, { label }, { cause }) =>
    withChanges(withCreditsShort(room, label, "chat"), {
      outgoing: unsent(room.outgoing, cause, label),
    }),
  RoomAnnounced: (room, { messageId: id, message }, { at }) =>
    withSystemLine(room, { _tag: "Announced", id, at, message }),
  RoomLineErased: (room, { lineId: id, line: what }, { at }) =>
    withErased(room, { _tag: "Erased", id, at, what }),
  RoomCustomReceived: (room) => room,
} satisfies Partial<RoomHandlers>
