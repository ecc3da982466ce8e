/**
 * A mutex for each visit: one thing at a time happens to its seat, in the order in which it was asked for.
 */
import { type Effect, Semaphore } from "effect"
import type { LiveVisit } from "../visits/registry.ts"

export const makeVisitMutex = () => {
  const mutexes = new WeakMap<LiveVisit, Semaphore.Semaphore>()
  return (visit: LiveVisit) =>
    <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> => {
      const mutex = mutexes.get(visit) ?? Semaphore.makeUnsafe(1)
      mutexes.set(visit, mutex)
      return mutex.withPermits(1)(effect)
    }
}
