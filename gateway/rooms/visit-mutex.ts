/** A mutex for each visit: what happens to its room session happens one after the other, as it was asked for. */
import { type Effect, Semaphore } from "effect"
import type { LiveVisit } from "../visits/registry.ts"

export type VisitMutex = (
  visit: LiveVisit,
) => <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<A, E>

export const makeVisitMutex = (): VisitMutex => {
  const mutexes = new WeakMap<LiveVisit, Semaphore.Semaphore>()
  return (visit) => (effect) => {
    const mutex = mutexes.get(visit) ?? Semaphore.makeUnsafe(1)
    mutexes.set(visit, mutex)
    return mutex.withPermits(1)(effect)
  }
}
