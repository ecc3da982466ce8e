/**
 * What a notice of the phone's provider makes of a call, and what the call has cost. Pure.
 *
 *   waiting ──PIN──▶ pending ──connected──▶ in_call ──▶ ended
 *      │ └───PIN of a connected call────────────▲
 *      └──────────────┴──▶ expired
 *
 * A provider without instructions may connect a call before its PIN is typed: the call waits on, and pays as soon as the
 * PIN is.
 *
 * Invariants: PIN and connection make a call pay in either order; seconds never fall; what has ended stays so; a
 * repeated, late or reordered notice changes nothing more.
 */

/** `waiting`: its PIN is not typed yet, and nobody but the provider knows of it. */
export type PhoneCallState = "waiting" | "pending" | "in_call" | "ended" | "expired"

export const CALL_END_REASONS = [
  /** The caller hung up. */
  "caller",
  /** The line was lost. */
  "line",
  /** We asked for it. */
  "instructed",
  /** It lasted as long as it may. */
  "longest",
  /** The provider lost it when it stopped. */
  "provider",
] as const
export type CallEndReason = (typeof CALL_END_REASONS)[number]

export type CallNotice =
  | { readonly kind: "connected" }
  | { readonly kind: "talking"; readonly seconds: number }
  | { readonly kind: "ended"; readonly seconds: number; readonly reason: CallEndReason }

export interface PhoneCallFigures {
  readonly state: PhoneCallState
  /** The provider has told of the connection, from which on it charges the caller. */
  readonly isConnected: boolean
  readonly seconds: number
  readonly endReason: CallEndReason | null
}

/** Null: the notice changes nothing. */
export const afterNotice = (
  call: PhoneCallFigures,
  notice: CallNotice,
): PhoneCallFigures | null => {
  // What was given up as expired may still be told to have ended, with what it cost.
  if (call.state === "ended" || (call.state === "expired" && notice.kind !== "ended")) return null
  const seconds =
    notice.kind === "connected" ? call.seconds : Math.max(call.seconds, notice.seconds)
  if (notice.kind === "ended") {
    // Seconds tell of a connection too, whose own notice was lost.
    const isConnected = call.isConnected || seconds > 0
    return { state: "ended", isConnected, seconds, endReason: notice.reason }
  }
  // Before its PIN is typed a call is nobody's.
  const state = call.state === "waiting" ? "waiting" : "in_call"
  return call.isConnected && call.state === state && call.seconds === seconds
    ? null
    : { ...call, state, isConnected: true, seconds }
}

/** The state of a waiting call whose PIN is typed. */
export const stateAfterPin = ({ isConnected }: Pick<PhoneCallFigures, "isConnected">) =>
  isConnected ? "in_call" : "pending"

export interface CallTariff {
  /** Euro cents of a minute. */
  readonly tariffCents: number
  /** Euro cents, once. */
  readonly startCents: number
}

/** Of the whole call, rounded down in the caller's favour. A call that never connected costs nothing. */
export const callCents = (
  { tariffCents, startCents }: CallTariff,
  seconds: number,
  isConnected: boolean,
): number => (isConnected ? Math.floor((seconds * tariffCents) / 60) + startCents : 0)
