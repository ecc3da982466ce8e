/**
 * Ending a session. A free session is gone at once; a paid one is gone when its receipt is written, and its end is
 * told then.
 *
 * Invariants: a session ends once, for one reason; its VIP request, camera and video end with it.
 */
import type { UpstreamKickReason } from "@foldcast/contracts/upstream/chat-service"
import type { PaidReceipt } from "./paid-time.ts"
import { shownSinceAnswerMs, unchargedMs } from "./paid-time.ts"
import { type SessionEnding, isSameViewer, type ChatSession } from "./chat-session.ts"
import { endCamBack } from "./cam-back.ts"
import { flushFreeTime } from "./free-metering.ts"
import { tellDeparture } from "./member-list.ts"
import { releaseName } from "./room-nicknames.ts"
import type { ChatRoomState } from "./chat-room-state.ts"
import { stopVideo } from "./visibility.ts"
import { acceptedSessionEnded, vipSessionEnded } from "./vip-acceptance.ts"
import { withdrawRequest } from "./vip-request.ts"

/** Ends by the viewer's silence, or by moving elsewhere without leaving. */
const UNANSWERED_ENDS: ReadonlySet<SessionEnding["reason"]> = new Set([
  "silent",
  "duplicate_session",
])

/** Ends that a viewer chose. */
const CHOSEN_ENDS: ReadonlySet<SessionEnding["reason"]> = new Set(["left", "blocked"])

/** Counts VIP that its own viewer ended early; other ends are not counted. */
export const countShortVip = (room: ChatRoomState, session: ChatSession, now: number): void => {
  const { mode, paid, connection, limits } = session
  if (mode !== "vip" || paid === null || connection === null || room.hasVideo === false) return
  if (paid.seenMs < paid.tariff.intervalMs) limits.shortVips.take(now)
}

const gone = (room: ChatRoomState, session: ChatSession): void => {
  if (!room.sessions.delete(session.id)) return
  releaseName(room, session.nickname)
  flushFreeTime(room, session)
  room.put({ _tag: "Gone", session })
  // A paid session that never connected was never announced.
  if (session.mode === "free" || session.paid !== null) tellDeparture(room, session)
}

export const endSession = (
  room: ChatRoomState,
  session: ChatSession,
  ending: SessionEnding,
  now: number,
): void => {
  if (session.ending !== null) return
  session.ending = ending
  if (CHOSEN_ENDS.has(ending.reason) || UNANSWERED_ENDS.has(ending.reason)) {
    countShortVip(room, session, now)
  }
  if (session.paid !== null && session.call === null) {
    const shown = UNANSWERED_ENDS.has(ending.reason) ? shownSinceAnswerMs(session.paid, now) : 0
    session.limits.unpaid.take(now, shown + unchargedMs(session.paid))
    session.endedUnanswered = session.connection !== null && shown > session.paid.tariff.vouchMs
  }
  acceptedSessionEnded(room, session, ending, now)
  withdrawRequest(room, session)
  endCamBack(room, session)
  stopVideo(room, session)
  if (session.mode !== "free") {
    room.put({ _tag: "Settle", session })
    return
  }
  if (ending.how === "kicked") {
    room.tell(session, "kick", { session: session.id, reason: ending.reason })
  }
  gone(room, session)
}

export const kickSession = (
  room: ChatRoomState,
  session: ChatSession,
  reason: UpstreamKickReason,
  now: number,
): void => {
  // Who is sent out loses all their sessions here.
  const ended =
    reason === "kicked" ? room.all().filter((other) => isSameViewer(other, session)) : []
  if (reason === "kicked") {
    for (const one of [session.limits, session.limitsOfBrowser]) one.sentOut(room.host.id, now)
  }
  for (const one of new Set([session, ...ended]))
    endSession(room, one, { reason, how: "kicked" }, now)
}

/** The receipt is written: tells the end, in this order. */
export const sessionSettled = (
  room: ChatRoomState,
  session: ChatSession,
  receipt: PaidReceipt | null,
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
  if (mode === "vip") vipSessionEnded(room, session, now)
}
