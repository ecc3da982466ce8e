/**
 * Runs one round of work at a time for each key. A request during a round has one more follow it, however many there
 * are: what they ask about is answered anew.
 */
import { Effect } from "effect"

export interface Rounds<Key> {
  readonly run: <E, R>(key: Key, round: Effect.Effect<void, E, R>) => Effect.Effect<void, E, R>
}

export const makeRounds = <Key>(): Rounds<Key> => {
  const running = new Map<Key, { isDueAgain: boolean }>()
  return {
    run: (key, work) =>
      Effect.suspend(() => {
        const before = running.get(key)
        if (before !== undefined) {
          before.isDueAgain = true
          return Effect.void
        }
        const round = { isDueAgain: false }
        running.set(key, round)
        const rounds = Effect.gen(function* () {
          do {
            round.isDueAgain = false
            yield* work
          } while (round.isDueAgain)
        })
        return Effect.ensuring(
          rounds,
          Effect.sync(() => running.delete(key)),
        )
      }),
  }
}
