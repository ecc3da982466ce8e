/**
 * A mutex per key, such as a member or a client address: work under one key runs one after the other. A key without
 * running or waiting work takes no memory.
 */
import { Effect, RcMap, Semaphore } from "effect"

export const makeKeyedMutex = Effect.map(
  RcMap.make({ lookup: (_key: string) => Semaphore.make(1) }),
  (mutexes) =>
    <A, E, R>(key: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.scoped(Effect.flatMap(RcMap.get(mutexes, key), (mutex) => mutex.withPermits(1)(work))),
)
