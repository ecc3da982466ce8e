/**
 * When a call that pays is ended although nobody hung up. Pure; times are monotonic milliseconds.
 *
 * Invariants: a caller hears why before the call is ended for watching nobody; who is back in a room in time is not hung
 * up; a call is told to end once for each reason.
 */
import type { InstructionReason } from "./phone-protocol.ts"

/** From one room to the next, and from the connection to the first room, nothing is announced. */
const GRACE_MS = 3_000

export interface WatchedCall {
  /** Since when its caller has been in no room; null: in one. */
  readonly unwatchedSince: number | null
  readonly isAnnounced: boolean
  readonly isHungUp: boolean
}

export const NEW_CALL: WatchedCall = { unwatchedSince: null, isAnnounced: false, isHungUp: false }

export interface WatchDecision {
  readonly call: WatchedCall
  readonly tell: { readonly kind: "announce" | "hangUp"; readonly why: InstructionReason } | null
}

export const watchCall = (
  before: WatchedCall,
  {
    isWatched,
    isLongest,
    hangUpMs,
    now,
  }: {
    readonly isWatched: boolean
    /** It has lasted as long as it may. */
    readonly isLongest: boolean
    readonly hangUpMs: number
    readonly now: number
  },
): WatchDecision => {
  const since = isWatched ? null : (before.unwatchedSince ?? now)
  const call = {
    unwatchedSince: since,
    isAnnounced: since !== null && before.isAnnounced,
    isHungUp: before.isHungUp,
  }
  if (call.isHungUp) return { call, tell: null }
  const hungUp = { ...call, isHungUp: true }
  if (isLongest) return { call: hungUp, tell: { kind: "hangUp", why: "longest" } }
  const unwatchedMs = since === null ? 0 : now - since
  if (unwatchedMs >= hangUpMs) return { call: hungUp, tell: { kind: "hangUp", why: "notWatching" } }
  return unwatchedMs >= Math.min(GRACE_MS, hangUpMs / 2) && !call.isAnnounced
    ? { call: { ...call, isAnnounced: true }, tell: { kind: "announce", why: "notWatching" } }
    : { call, tell: null }
}
