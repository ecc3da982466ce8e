/**
 * A question that is asked again where its answer may be another one a moment later. Whoever asks holds up what is
 * to happen after, so it is asked for a few seconds and no longer.
 *
 * Invariant: nothing is asked after `forMs`, however long an answer took; the last answer stands.
 */
import { Effect } from "effect"
import { monotonicMillis } from "@foldcast/clock/monotonic-time"

export interface RetryLimits {
  readonly attempts: number
  /** Milliseconds. */
  readonly betweenMs: number
  /** Milliseconds. */
  readonly forMs: number
}

/** Of entering a room again, for which a visitor waits. */
export const ROOM_ENTRY_RETRIES: RetryLimits = { attempts: 3, betweenMs: 1_000, forMs: 5_000 }

export const retryWhile = <A, E, R>(
  ask: Effect.Effect<A, E, R>,
  isPassing: (answer: A) => boolean,
  { attempts, betweenMs, forMs }: RetryLimits,
): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const last = (yield* monotonicMillis) + forMs - betweenMs
    let answer = yield* ask
    for (let attempt = 1; attempt < attempts && isPassing(answer); attempt += 1) {
      if ((yield* monotonicMillis) > last) return answer
      yield* Effect.sleep(betweenMs)
      answer = yield* ask
    }
    return answer
  })
