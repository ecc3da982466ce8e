/** How a session with the media engine ended, and when it is tried again. Pure. */

export type MediaSessionEnd =
  /** By this document. */
  | { readonly _tag: "Closed" }
  /** The connection broke, or nobody answered. */
  | { readonly _tag: "Lost" }
  | {
      readonly _tag: "Refused"
      readonly status: number
      /** From `Retry-After`; 0 without that header. */
      readonly retryAfterMs: number
    }

export type RetryDecision =
  /** `tries`: retries so far, this one included. */
  | { readonly _tag: "Waiting"; readonly tries: number; readonly waitMs: number }
  /** No retries are left. */
  | { readonly _tag: "Stopped" }

const WAITS_MS = [500, 1_000, 2_000, 4_000, 8_000] as const
const LONGEST_WAIT_MS = 60_000
/** A session that lasted this long resets the retries. */
const STEADY_MS = 10_000

/** With a jitter of 25 %, so that not all browsers reconnect at once. `random` is in [0, 1). */
const waitOf = (baseMs: number, random: number, atLeastMs: number): number =>
  Math.min(LONGEST_WAIT_MS, Math.max(atLeastMs, Math.round(baseMs * (0.75 + random / 2))))

export const nextRetry = (tries: number, random: number, atLeastMs: number): RetryDecision => {
  const baseMs = WAITS_MS[tries]
  return baseMs === undefined
    ? { _tag: "Stopped" }
    : { _tag: "Waiting", tries: tries + 1, waitMs: waitOf(baseMs, random, atLeastMs) }
}

/** The retries that still count after a session that went well for `wellMs`. */
export const retriesAfter = (tries: number, wellMs: number): number =>
  wellMs >= STEADY_MS ? 0 : tries

/** Too many requests, or a service that fails: a later try may succeed. */
export const isRetryableStatus = (status: number): boolean => status === 429 || status >= 500
