/**
 * What a paid session costs while it runs, and its receipt. Pure.
 *
 * Invariants: credits always come from the ledger's facts. Only seconds are counted between two facts, and
 * never beyond the paid time. A fact about another session does not change the meter.
 */
import type { RoomHandlers } from "./room-change.ts"
import type { RoomState } from "./room-state.ts"

/**
 * The meter stops while there is nothing to see and resumes from the same value. The next fact carries the
 * charged amount.
 */
export const withMeter = (room: RoomState, at: number): RoomState => {
  const { paid, mode, isInterrupted } = room
  if (paid === null) return room
  const isRunning = !paid.isHeld && mode !== "paused" && mode !== "offline" && !isInterrupted
  if (paid.isRunning === isRunning) return room
  const elapsed = paid.isRunning ? Math.max(0, Math.floor((at - paid.at) / 1_000)) : 0
  const covered = Math.floor((paid.credits * 60) / paid.creditsPerMinute) - paid.seconds
  const passed = Math.max(0, Math.min(elapsed, covered))
  return { ...room, paid: { ...paid, seconds: paid.seconds + passed, at, isRunning } }
}

export const paidTimeEvents = {
  PaidTimeStarted: (room, event, { at }) => {
    const { sessionId, mode, creditsPerMinute } = event
    const figures = { credits: 0, seconds: 0, at, isHeld: false, isRunning: true }
    const paid = { sessionId, mode, creditsPerMinute, ...figures }
    return withMeter({ ...room, paid, receipt: null, creditsKicked: false }, at)
  },
  PaidTimeCharged: (room, event, { at }) => {
    const { paid } = room
    if (paid?.sessionId !== event.sessionId) return room
    const { credits, seconds, isRunning = !paid.isHeld } = event
    const told = { ...paid, credits, seconds, at, isHeld: !isRunning }
    return withMeter({ ...room, paid: told }, at)
  },
} satisfies Partial<RoomHandlers>

/** Also about a room that was left for another one. */
export const receiptEvents = {
  PaidTimeEnded: (room, event) => {
    const { performerId, sessionId, credits, seconds, reason, movementIds } = event
    const { paid } = room
    const isOfPaid = paid?.sessionId === sessionId
    return {
      ...room,
      paid: isOfPaid ? null : paid,
      receipt: {
        performerId,
        sessionId,
        mode: isOfPaid ? paid.mode : "chat",
        credits,
        seconds,
        reason,
        movementIds,
      },
    }
  },
} satisfies Partial<RoomHandlers>
