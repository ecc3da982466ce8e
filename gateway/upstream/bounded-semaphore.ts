/**
 * A semaphore with a bounded queue; work beyond the queue fails at once. So a slow host causes only a bounded
 * backlog, however many callers there are.
 */
import { Data, Effect, Semaphore } from "effect"

export class TooManyWait extends Data.TaggedError("TooManyWait") {}

export interface BoundedSemaphore {
  readonly take: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | TooManyWait, R>
}

export const boundedSemaphore = (bounds: {
  readonly atOnce: number
  readonly waiting: number
}): Effect.Effect<BoundedSemaphore> =>
  Effect.map(Semaphore.make(bounds.atOnce), (semaphore) => {
    const most = bounds.atOnce + bounds.waiting
    let here = 0
    return {
      take: <A, E, R>(work: Effect.Effect<A, E, R>) =>
        Effect.suspend((): Effect.Effect<A, E | TooManyWait, R> => {
          if (here >= most) return Effect.fail(new TooManyWait())
          here += 1
          const leave = Effect.sync(() => {
            here -= 1
          })
          return Effect.ensuring(semaphore.withPermits(1)(work), leave)
        }),
    }
  })
