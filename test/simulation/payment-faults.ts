/** What goes wrong around payments: transactions without an answer, and a clock that jumps. */
import { Clock, Effect } from "effect"
import type { SqlDatabaseShape } from "@foldcast/backend/db/database"
import { DatabaseUnavailable } from "@foldcast/backend/db/errors"
import type { SeededRandom } from "@foldcast/backend/seeded-random"

/** The share of transactions that ends without an answer, half of them after the commit. */
const UNANSWERED = 0.3

/** Ends transactions without an answer, before or after their commit, as the seed decides. */
export const unreliable = (database: SqlDatabaseShape, random: SeededRandom): SqlDatabaseShape => {
  const lost = Effect.fail(new DatabaseUnavailable({ detail: "no answer came" }))
  return {
    ...database,
    transaction: (work) =>
      Effect.suspend(() => {
        if (!random.chance(UNANSWERED)) return database.transaction(work)
        return random.chance(0.5)
          ? database.transaction((queries) => Effect.andThen(work(queries), lost))
          : Effect.andThen(database.transaction(work), lost)
      }),
  }
}

/** Follows the machine's clock, some hours beside it. */
export const jumpingClock = (clock: Clock.Clock) => {
  let offMs = 0
  const currentTimeMillisUnsafe = () => clock.currentTimeMillisUnsafe() + offMs
  const jumping = Object.assign(Object.create(clock) as Clock.Clock, {
    currentTimeMillisUnsafe,
    currentTimeMillis: Effect.sync(currentTimeMillisUnsafe),
  })
  return {
    clock: jumping,
    jump: (ms: number) => {
      offMs += ms
    },
  }
}
