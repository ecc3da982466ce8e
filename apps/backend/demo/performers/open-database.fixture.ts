/** An empty in-memory database for a whole suite: opening one takes longer than a test may. */
import { Effect, Exit, Layer, Scope } from "effect"
import { afterAll, beforeAll } from "vitest"
import { SqlDatabase } from "../../db/database.ts"
import { migratedDatabase } from "../../db/migrated-database.fixture.ts"
import { openDatabase } from "../../db/open-database.ts"
import { silentLayer } from "../../logging.ts"

/** Call it beside the tests; its result exists once they run. */
export const suiteDatabase = () => {
  const scope = Scope.makeUnsafe()
  let database: SqlDatabase["Service"] | undefined
  beforeAll(async () => {
    const opening = migratedDatabase.pipe(Effect.flatMap(openDatabase), Effect.provide(silentLayer))
    database = await Effect.runPromise(Scope.provide(opening, scope))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  return Layer.effect(
    SqlDatabase,
    Effect.suspend(() =>
      database === undefined
        ? Effect.die("the database is not open yet")
        : Effect.succeed(database),
    ),
  )
}
