/**
 * Paid time in a room: the viewer's answers to keep-alives, due payments, and what ends it: silence, a long pause, a
 * long time without video, an empty account. What is owed is computed in paid-time.ts.
 *
 * Invariants: one payment of a session is in flight at a time; a silent viewer is not charged ahead. A session that a
 * phone call pays for is never charged, and nothing of it counts as unpaid.
 */
import type { IntervalOutcome } from "./paid-time.ts"
import { withAnswer, isIntervalDue, withIntervalPaid, silentMs, unansweredMs } from "./paid-time.ts"
import type { ChatSession } from "./chat-session.ts"
import { endSession, kickSession } from "./ending.ts"
import type { ChatRoomState } from "./chat-room-state.ts"
import { msWithoutVideo, isPictureMissing, setPictureShown } from "./visibility.ts"

/** Puts out the next payment if it is due. */
export const requestDuePayment = (room: ChatRoomState, session: ChatSession, now: number): void => {
  if (session.paid === null || session.ending !== null || session.isPaying) return
  if (session.call !== null) return
  const { vouchMs } = session.paid.tariff
  if (silentMs(session.paid, now) > vouchMs || !isIntervalDue(session.paid, now)) return
  session.isPaying = true
  room.put({ _tag: "Pay", session })
}

/**
 * The viewer answered a keep-alive. One who answers late more often than a bad connection explains is sent out:
 * unanswered time is not charged.
 */
export const viewerAnswered = (room: ChatRoomState, session: ChatSession, now: number): void => {
  const { paid, limits } = session
  if (paid === null || session.ending !== null) return
  session.paid = withAnswer(paid, now)
  if (session.call !== null) return
  const lost = unansweredMs(paid, now)
  if (lost > 0 && limits.unpaid.take(now, lost) > 0) kickSession(room, session, "silent", now)
  else requestDuePayment(room, session, now)
}

/**
 * Counts video that was sent and reported as not shown, to the millisecond, so that nobody watches free between two
 * ticks. Answers whether it was too much.
 */
const countUnshown = (room: ChatRoomState, session: ChatSession, now: number): boolean => {
  const since = session.unshownCountedTo
  session.unshownCountedTo = now
  if (session.call !== null) return false
  return isPictureMissing(room, session, now) && session.limits.unpaid.take(now, now - since) > 0
}

/** The viewer's client reports that the video plays, or no longer. */
export const pictureReported = (
  room: ChatRoomState,
  session: ChatSession,
  isShown: boolean,
  now: number,
): void => {
  const { paid, ending } = session
  if (paid !== null && ending === null && countUnshown(room, session, now)) {
    kickSession(room, session, "default", now)
  }
  setPictureShown(room, session, isShown, now)
}

/** Leaving counts as an answer. */
export const endByLeaving = (room: ChatRoomState, session: ChatSession, now: number): void => {
  viewerAnswered(room, session, now)
  endSession(room, session, { reason: "left", how: "left" }, now)
}

/** The result of a payment; null: unknown, and it is retried. */
export const intervalPaid = (
  room: ChatRoomState,
  session: ChatSession,
  outcome: IntervalOutcome | null,
  now: number,
): void => {
  session.isPaying = false
  if (session.paid === null) return
  if (outcome === "paid") session.paid = withIntervalPaid(session.paid)
  if (outcome === "tooFewCredits")
    endSession(room, session, { reason: "credits", how: "kicked" }, now)
  // Another backend process has written its receipt: nothing more can be charged.
  if (outcome === "ended") kickSession(room, session, "restarted", now)
}

export const tickPaid = (room: ChatRoomState, session: ChatSession, now: number): void => {
  const { paid } = session
  const { silentAfterMs, longPauseMs } = room.rules
  if (paid === null) {
    if (now > session.connectBy) endSession(room, session, { reason: "silent", how: "left" }, now)
    return
  }
  if (silentMs(paid, now) > silentAfterMs) {
    kickSession(room, session, "silent", now)
    return
  }
  if (room.mode === "paused" && now - room.modeSince > longPauseMs) {
    kickSession(room, session, "paused", now)
    return
  }
  // Nobody keeps her for themselves without paying while there is no video.
  if (msWithoutVideo(room, now) > longPauseMs) {
    kickSession(room, session, "default", now)
    return
  }
  // Nor by reporting that the video is not shown: that counts as unanswered time.
  if (countUnshown(room, session, now)) {
    kickSession(room, session, "default", now)
    return
  }
  requestDuePayment(room, session, now)
}
