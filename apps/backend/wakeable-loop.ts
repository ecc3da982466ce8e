/**
 * A loop whose next round begins as soon as somebody asks for it, and after a while in any case: what it works off is in
 * the database, and a wake-up that got lost only makes it wait.
 *
 * Invariant: what is asked for during a round is followed by a whole round.
 */
import { type Duration, Effect, Queue } from "effect"

export const makeWakeableLoop = (atLatestEvery: Duration.Input) =>
  Effect.map(Queue.sliding<void>(1), (bell) => ({
    /** Returns at once. */
    wake: Effect.asVoid(Queue.offer(bell, undefined)),
    wakeUnsafe: (): void => void Queue.offerUnsafe(bell, undefined),
    /** Runs until it is interrupted; the first round at once. */
    run: <E, R>(round: Effect.Effect<unknown, E, R>): Effect.Effect<never, E, R> =>
      round.pipe(
        Effect.andThen(Effect.timeoutOption(Queue.take(bell), atLatestEvery)),
        Effect.forever,
      ),
  }))
