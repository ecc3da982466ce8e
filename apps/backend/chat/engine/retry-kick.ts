/**
 * A cut is tried until the engine has done it, however long that cannot be reached: who was shown something goes on
 * seeing it until then, and may not any more.
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
