/**
 * Runs one round of work at a time for each key. A request during a round has one more follow it, however many there
 * are: the newest one's, since it knows best what to ask with. A round that fails ends those that wait, too.
 */
import { Effect } from "effect"

export interface Rounds<Key> {
  readonly run: <E>(key: Key, work: Effect.Effect<void, E>) => Effect.Effect<void, E>
}

export const makeRounds = <Key>(): Rounds<Key> => {
  /** For each key whose work runs: what follows it. */
  const next = new Map<Key, Effect.Effect<void, unknown> | null>()
  return {
    run: <E>(key: Key, work: Effect.Effect<void, E>) =>
      Effect.suspend(() => {
        if (next.has(key)) {
          next.set(key, work)
          return Effect.void
        }
        const rounds = Effect.gen(function* () {
          for (let round: Effect.Effect<void, E> | null = work; round !== null;) {
            next.set(key, null)
            yield* round
            round = next.get(key) as Effect.Effect<void, E> | null
          }
        })
        return Effect.ensuring(
          rounds,
          Effect.sync(() => next.delete(key)),
        )
      }),
  }
}
