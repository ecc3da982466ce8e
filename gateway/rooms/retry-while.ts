/**
 * A question that is asked again where its answer may be another one a moment later. Whoever asks holds up what is
 * to happen after, so it is asked for a few seconds and no longer.
 *
 * Invariant: nothing is asked after `RETRIED_FOR_MS`, however long an answer took; the last answer stands.
 */
import { Effect } from "effect"
import { monotonicMillis } from "@foldcast/clock/monotonic-time"

const MAX_ATTEMPTS = 3
const BETWEEN_MS = 1_000
const RETRIED_FOR_MS = 5_000

export const retryWhile = <A, E, R>(
  ask: Effect.Effect<A, E, R>,
  isPassing: (answer: A) => boolean,
): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const last = (yield* monotonicMillis) + RETRIED_FOR_MS - BETWEEN_MS
    let answer = yield* ask
    for (let attempt = 1; attempt < MAX_ATTEMPTS && isPassing(answer); attempt += 1) {
      if ((yield* monotonicMillis) > last) return answer
      yield* Effect.sleep(BETWEEN_MS)
      answer = yield* ask
    }
    return answer
  })
