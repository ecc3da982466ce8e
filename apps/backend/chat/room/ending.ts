/**
 * How a session ends. One that is free is gone at once; one that is paid for is gone when its receipt is written,
 * and everything about its end is told then.
 *
 * Invariants: a session ends once, for one reason; with it end its request for VIP, its camera and its sight.
 */
import type { UpstreamKickReason } from "@foldcast/contracts/upstream/chat-service"
import type { Settled } from "../paid-sessions.ts"
import { shownSinceAnswerMs, uncharged } from "../paid-time.ts"
import { type Ending, isSameViewer, type Session } from "../session.ts"
import { endCamBack } from "./cam-back.ts"
import { noteFreeTime } from "./free-watching.ts"
import { departed } from "./member-list.ts"
import { letGoOfName } from "./room-names.ts"
import type { RoomState } from "./room-state.ts"
import { seesNoMore } from "./sight.ts"
import { acceptedLeft, vipEnded } from "./vip-acceptance.ts"
import { takeBackRequest } from "./vip-request.ts"

/** Ends that come of the viewer's own silence, or of their going on elsewhere without a word. */
const UNANSWERED_ENDS: ReadonlySet<Ending["reason"]> = new Set(["silent", "duplicate_session"])

/** VIP ends by its own viewer; what failed elsewhere is not theirs. */
export const noteShortVip = (room: RoomState, session: Session, now: number): void => {
  const { mode, paid, connection, limits } = session
  if (mode !== "vip" || paid === null || connection === null || room.hasVideo === false) return
  if (paid.seenMs < paid.tariff.intervalMs) limits.shortVips.take(now)
}

const gone = (room: RoomState, session: Session): void => {
  if (!room.sessions.delete(session.id)) return
  letGoOfName(room, session.nickname)
  noteFreeTime(room, session)
  room.put({ _tag: "Gone", session })
  // Who never connected was never there.
  if (session.mode === "free" || session.paid !== null) departed(room, session)
}

export const end = (room: RoomState, session: Session, ending: Ending, now: number): void => {
  if (session.ending !== null) return
  session.ending = ending
  if (ending.reason === "left" || UNANSWERED_ENDS.has(ending.reason)) {
    noteShortVip(room, session, now)
  }
  if (session.paid !== null) {
    const shown = UNANSWERED_ENDS.has(ending.reason) ? shownSinceAnswerMs(session.paid, now) : 0
    session.limits.unpaid.take(now, shown + uncharged(session.paid))
    session.endedUnanswered = session.connection !== null && shown > session.paid.tariff.vouchMs
  }
  acceptedLeft(room, session, ending, now)
  takeBackRequest(room, session)
  endCamBack(room, session)
  seesNoMore(room, session)
  if (session.mode !== "free") {
    room.put({ _tag: "Settle", session })
    return
  }
  if (ending.how === "kicked") {
    room.tell(session, "kick", { session: session.id, reason: ending.reason })
  }
  gone(room, session)
}

export const kick = (
  room: RoomState,
  session: Session,
  reason: UpstreamKickReason,
  now: number,
): void => {
  // Who is sent out has left with all that they had here.
  const ended =
    reason === "kicked" ? room.all().filter((other) => isSameViewer(other, session)) : []
  if (reason === "kicked") {
    for (const one of [session.limits, session.limitsOfBrowser]) one.sentOut(room.host.id, now)
  }
  for (const one of new Set([session, ...ended])) end(room, one, { reason, how: "kicked" }, now)
}

/** Its receipt is written: everything about its end is told, in this order. */
export const settled = (
  room: RoomState,
  session: Session,
  receipt: Settled | null,
  now: number,
): void => {
  const { id, ending, mode } = session
  if (ending === null || !room.sessions.has(id)) return
  const { reason, how } = ending
  if (receipt !== null && session.paid !== null) {
    room.tell(session, "custom", {
      session: id,
      name: "paid-time-ended",
      data: { ...receipt, reason },
    })
  }
  switch (how) {
    case "kicked":
      room.tell(session, "kick", { session: id, reason })
      break
    case "vipStopped":
      room.tell(session, "stop-vip", { session: id })
      break
    case "vipBroken":
      room.tell(session, "vip-disconnect", { session: id })
      break
    case "left":
      break
  }
  room.put({ _tag: "HangUp", session })
  gone(room, session)
  if (mode === "vip") vipEnded(room, session, now)
}
