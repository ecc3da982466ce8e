/**
 * Paid time as it runs in a room: the viewer's answers, the payments that fall due, and the silence, the long pause,
 * the long time without a picture or the empty account that ends it. What is owed is paid-time.ts's to say.
 *
 * Invariants: one payment of a session is under way at a time; nobody who is silent is charged ahead.
 */
import type { IntervalOutcome } from "./paid-time.ts"
import { answered, isDue, paidOnce, silentFor, unansweredMs } from "./paid-time.ts"
import type { Session } from "./session.ts"
import { end, kick } from "./ending.ts"
import type { RoomState } from "./room-state.ts"
import { blackMs, isUnshown, setShown } from "./visibility.ts"

/** Puts the next payment out, where it is due. */
export const payDue = (room: RoomState, session: Session, now: number): void => {
  if (session.paid === null || session.ending !== null || session.isPaying) return
  const { vouchMs } = session.paid.tariff
  if (silentFor(session.paid, now) > vouchMs || !isDue(session.paid, now)) return
  session.isPaying = true
  room.put({ _tag: "Pay", session })
}

/** The viewer is there. Who is so more often too late than a bad line explains watches for nothing no more. */
export const viewerAnswered = (room: RoomState, session: Session, now: number): void => {
  const { paid, limits } = session
  if (paid === null || session.ending !== null) return
  session.paid = answered(paid, now)
  const lost = unansweredMs(paid, now)
  if (lost > 0 && limits.unpaid.take(now, lost) > 0) kick(room, session, "silent", now)
  else payDue(room, session, now)
}

/**
 * Counts what was there to see since the last time and is said not to have been shown, to the millisecond: between two
 * ticks nobody watches for nothing either. Answers whether there was too much of it.
 */
const countUnshown = (room: RoomState, session: Session, now: number): boolean => {
  const since = session.unshownCountedTo
  session.unshownCountedTo = now
  return isUnshown(room, session, now) && session.limits.unpaid.take(now, now - since) > 0
}

/** The picture moves before this viewer from now on, or does not any more. */
export const viewerSees = (
  room: RoomState,
  session: Session,
  isShown: boolean,
  now: number,
): void => {
  const { paid, ending } = session
  if (paid !== null && ending === null && countUnshown(room, session, now)) {
    kick(room, session, "default", now)
  }
  setShown(room, session, isShown, now)
}

/** Whoever leaves was there until then. */
export const leave = (room: RoomState, session: Session, now: number): void => {
  viewerAnswered(room, session, now)
  end(room, session, { reason: "left", how: "left" }, now)
}

/** What came of a payment; null: nobody knows, and it is tried again. */
export const intervalPaid = (
  room: RoomState,
  session: Session,
  outcome: IntervalOutcome | null,
  now: number,
): void => {
  session.isPaying = false
  if (session.paid === null) return
  if (outcome === "paid") session.paid = paidOnce(session.paid)
  if (outcome === "tooFewCredits") end(room, session, { reason: "credits", how: "kicked" }, now)
  // Another backend has written its receipt: nothing can be charged for it any more.
  if (outcome === "ended") kick(room, session, "restarted", now)
}

export const tickPaid = (room: RoomState, session: Session, now: number): void => {
  const { paid } = session
  const { silentAfterMs, longPauseMs } = room.rules
  if (paid === null) {
    if (now > session.connectBy) end(room, session, { reason: "silent", how: "left" }, now)
    return
  }
  if (silentFor(paid, now) > silentAfterMs) {
    kick(room, session, "silent", now)
    return
  }
  if (room.mode === "paused" && now - room.modeSince > longPauseMs) {
    kick(room, session, "paused", now)
    return
  }
  // Nobody has her to themselves for nothing while there is no picture.
  if (blackMs(room, now) > longPauseMs) {
    kick(room, session, "default", now)
    return
  }
  // Nor who says that it does not reach them: that counts as what no answer vouches for.
  if (countUnshown(room, session, now)) {
    kick(room, session, "default", now)
    return
  }
  payDue(room, session, now)
}
