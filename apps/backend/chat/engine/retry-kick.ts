/**
 * Retries a cut until the engine has done it, however long the engine is unreachable: until then a viewer sees what
 * they may not see any more.
 */
import { Effect, Schedule } from "effect"

const AT_FIRST = { schedule: Schedule.spaced("500 millis"), times: 20 }
const THEN = Schedule.spaced("5 seconds")

export const retryKick = <E>(kick: Effect.Effect<void, E>): Effect.Effect<void> =>
  kick.pipe(
    Effect.retry(AT_FIRST),
    Effect.tapError(() => Effect.logError("the media engine does not cut a session")),
    Effect.retry(THEN),
    Effect.orDie,
  )
