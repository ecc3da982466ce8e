/**
 * Tips of both kinds, and the toy that some tips move. Pure.
 *
 * Invariant: everybody in the room receives the fact of a tip; it is an outcome only in the document that
 * requested it.
 */
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import { isAsked, type RoomHandlers } from "./room-change.ts"
import { withCreditsShort } from "./room-credits.ts"
import { withAction, withSystemLine } from "./room-lines.ts"
import type { RoomState } from "./room-state.ts"
import type { SiteState } from "./site-state.ts"

/** Sets the tip's outcome if this document requested the tip. */
const withGiven = (
  room: RoomState,
  amount: number,
  envelope: OpenEnvelope,
  site: SiteState,
): RoomState =>
  isAsked(site, envelope) ? { ...room, tip: { _tag: "Given", amount, at: envelope.at } } : room

export const tipEvents = {
  TipReceived: (room, event, envelope, site) => {
    const { tipId: id, from, amount, tipType, message } = event
    const line = { _tag: "Tipped", id, at: envelope.at, from, amount, tipType, message } as const
    return withSystemLine(withGiven(room, amount, envelope, site), line)
  },
  TipRefused: (room, { label }, { at }) => ({
    ...withCreditsShort(room, label, "tip"),
    tip: { _tag: "Refused", label, at },
  }),
  TipUnknown: (room, _, { at }) => ({ ...room, tip: { _tag: "Unknown", at } }),
  ToyTipReceived: (room, event, envelope, site) => {
    const { tipId: id, from, amount, intensity, level, seconds, message } = event
    const line = {
      _tag: "ToyTipped",
      id,
      at: envelope.at,
      from,
      amount,
      intensity,
      level,
      seconds,
      message,
    } as const
    return withSystemLine(withGiven(room, amount, envelope, site), line)
  },
  ToyActivated: (room, _, envelope) => withAction(room, envelope, "toyMoves"),
  // These only serve readers of the log.
  ToyFailed: (room) => room,
  ToyClientChanged: (room) => room,
} satisfies Partial<RoomHandlers>
