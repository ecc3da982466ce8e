/**
 * Inserts the demo performers once: later starts find them and change nothing. Those who are due to be online now, or
 * at the fixed moment of the demo world, are online at once.
 */
import { Clock, Effect, Schema } from "effect"
import { SqlDatabase } from "../../db/database.ts"
import { statement } from "../../db/statement.ts"
import { insertPerformers, tidyPerformers } from "../../performers/performer-store.ts"
import { DEMO_ID_PREFIX, demoPerformers } from "./demo-performers.ts"
import { heldAgeOf } from "./held-age.ts"
import { wantedStatuses } from "./life.ts"

const ANY = statement(
  Schema.Struct({ id: Schema.String }),
  "SELECT id FROM performers WHERE starts_with(id, $1) LIMIT 1",
)

/** Does nothing where any demo performer is present, whatever the seed. */
export const loadDemoPerformers = Effect.fn("demo.performers")(function* (
  seed: string,
  heldAt: number | null = null,
) {
  const database = yield* SqlDatabase
  const [found] = yield* database.query(ANY, [DEMO_ID_PREFIX])
  if (found !== undefined) return
  const at = yield* Clock.currentTimeMillis
  const people = demoPerformers(seed, at).toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const statuses = wantedStatuses(
    seed,
    people.map(({ id }) => id),
    heldAt ?? at,
  )
  yield* database.transaction((queries) =>
    insertPerformers(
      queries,
      people.map((person) => {
        const onlineStatus = statuses.get(person.id) ?? 0
        return {
          ...person,
          onlineStatus,
          ...(onlineStatus !== 0 && { lastCamSession: at }),
          ...(heldAt !== null && { dateOfBirth: heldAgeOf(person.dateOfBirth, heldAt, at) }),
        }
      }),
    ),
  )
  yield* tidyPerformers(database)
})
