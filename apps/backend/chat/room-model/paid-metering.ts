/**
 * Paid time as it runs in a room: the viewer's answers, the payments that fall due, and the silence, the long pause,
 * the long time without a picture or the empty account that ends it. What is owed is paid-time.ts's to say.
 *
 * Invariants: one payment of a session is under way at a time; nobody who is silent is charged ahead.
 */
import type { IntervalOutcome } from "./paid-time.ts"
import { withAnswer, isIntervalDue, withIntervalPaid, silentMs, unansweredMs } from "./paid-time.ts"
import type { ChatSession } from "./chat-session.ts"
import { endSession, kickSession } from "./ending.ts"
import type { ChatRoomState } from "./chat-room-state.ts"
import { msWithoutVideo, isPictureMissing, setPictureShown } from "./visibility.ts"

/** Puts the next payment out, where it is due. */
export const requestDuePayment = (room: ChatRoomState, session: ChatSession, now: number): void => {
  if (session.paid === null || session.ending !== null || session.isPaying) return
  const { vouchMs } = session.paid.tariff
  if (silentMs(session.paid, now) > vouchMs || !isIntervalDue(session.paid, now)) return
  session.isPaying = true
  room.put({ _tag: "Pay", session })
}

/** The viewer is there. Who is so more often too late than a bad line explains watches for nothing no more. */
export const viewerAnswered = (room: ChatRoomState, session: ChatSession, now: number): void => {
  const { paid, limits } = session
  if (paid === null || session.ending !== null) return
  session.paid = withAnswer(paid, now)
  const lost = unansweredMs(paid, now)
  if (lost > 0 && limits.unpaid.take(now, lost) > 0) kickSession(room, session, "silent", now)
  else requestDuePayment(room, session, now)
}

/**
 * Counts what was there to see since the last time and is said not to have been shown, to the millisecond: between two
 * ticks nobody watches for nothing either. Answers whether there was too much of it.
 */
const countUnshown = (room: ChatRoomState, session: ChatSession, now: number): boolean => {
  const since = session.unshownCountedTo
  session.unshownCountedTo = now
  return isPictureMissing(room, session, now) && session.limits.unpaid.take(now, now - since) > 0
}

/** The picture moves before this viewer from now on, or does not any more. */
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

/** Whoever leaves was there until then. */
export const leaveRoom = (room: ChatRoomState, session: ChatSession, now: number): void => {
  viewerAnswered(room, session, now)
  endSession(room, session, { reason: "left", how: "left" }, now)
}

/** What came of a payment; null: nobody knows, and it is tried again. */
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
  // Another backend has written its receipt: nothing can be charged for it any more.
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
  // Nobody has her to themselves for nothing while there is no picture.
  if (msWithoutVideo(room, now) > longPauseMs) {
    kickSession(room, session, "default", now)
    return
  }
  // Nor who says that it does not reach them: that counts as what no answer vouches for.
  if (countUnshown(room, session, now)) {
    kickSession(room, session, "default", now)
    return
  }
  requestDuePayment(room, session, now)
}
