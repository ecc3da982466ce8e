/**
 * What a notice of the phone's provider makes of a call, and what the call has cost. Pure.
 *
 *   waiting ──PIN──▶ pending ──connected──▶ in_call ──▶ ended
 *      └──────────────┴──▶ expired
 *
 * Invariants: seconds never fall; what has ended stays so; a repeated, late or reordered notice changes nothing more.
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
  if (notice.kind === "ended") return { state: "ended", seconds, endReason: notice.reason }
  // Before its PIN is typed a call is nobody's.
  if (call.state === "waiting") return null
  return call.state === "in_call" && seconds === call.seconds
    ? null
    : { ...call, state: "in_call", seconds }
}

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
