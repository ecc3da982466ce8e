/** How a session with the media engine ended, and when the next one follows. Pure. */

export type MediaSessionEnd =
  /** By this document itself. */
  | { readonly _tag: "Closed" }
  /** It was under way, or nobody answered. */
  | { readonly _tag: "Lost" }
  | {
      readonly _tag: "Refused"
      readonly status: number
      /** As `Retry-After` said it; 0 where it said nothing. */
      readonly retryAfterMs: number
    }

export type RetryDecision =
  /** `tries`: how often it was tried again so far. */
  | { readonly _tag: "Waiting"; readonly tries: number; readonly waitMs: number }
  /** Tried often enough. */
  | { readonly _tag: "Stopped" }

const WAITS_MS = [500, 1_000, 2_000, 4_000, 8_000] as const
const LONGEST_WAIT_MS = 60_000
/** After so long it is no longer one try after another. */
const STEADY_MS = 10_000

/** Up to a quarter less or more, so that not everybody comes at once. `random` is in [0, 1). */
const waitOf = (baseMs: number, random: number, atLeastMs: number): number =>
  Math.min(LONGEST_WAIT_MS, Math.max(atLeastMs, Math.round(baseMs * (0.75 + random / 2))))

export const nextRetry = (tries: number, random: number, atLeastMs: number): RetryDecision => {
  const baseMs = WAITS_MS[tries]
  return baseMs === undefined
    ? { _tag: "Stopped" }
    : { _tag: "Waiting", tries: tries + 1, waitMs: waitOf(baseMs, random, atLeastMs) }
}

/** What counts of the tries before, where it then went well for so long. */
export const retriesAfter = (tries: number, wellMs: number): number =>
  wellMs >= STEADY_MS ? 0 : tries

/** Too many requests, or a service that does not answer: later it may be otherwise. */
export const isRetryableStatus = (status: number): boolean => status === 429 || status >= 500
