import { join } from "node:path"
import { Effect, Exit, Scope } from "effect"
import { afterAll, beforeAll } from "vitest"
import { type SqlDatabaseShape, makeSqlDatabase } from "../db/database.ts"
import type { Driver } from "../db/driver.ts"
import { migrateDatabase } from "../db/migrate.ts"
import { migratedFolder } from "../db/migrated-database.fixture.ts"
import { DATABASE_MIGRATIONS } from "../db/migrations.ts"
import { makePGlite } from "../db/pglite.ts"
import { makePostgres } from "../db/postgres.ts"
import { describeOnPostgres } from "../db/postgres-server.fixture.ts"
import { performersConformance } from "./performers.conformance.ts"

/** One database for a whole suite, closed after it. */
const shared = <E>(make: Effect.Effect<Driver, E, Scope.Scope>) => {
  const scope = Scope.makeUnsafe()
  let database: SqlDatabaseShape | undefined
  beforeAll(async () => {
    const driver = await Effect.runPromise(Scope.provide(make, scope))
    await Effect.runPromise(migrateDatabase(driver, DATABASE_MIGRATIONS))
    database = makeSqlDatabase(driver)
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  return () => {
    if (database === undefined) throw new Error("the database is not open yet")
    return database
  }
}

const embedded = Effect.gen(function* () {
  const folder = yield* migratedFolder
  return yield* makePGlite(join(folder, "backend"))
})

performersConformance("PGlite", shared(embedded))

await describeOnPostgres((url) =>
  performersConformance(
    "PostgreSQL",
    shared(makePostgres({ url, connections: 4, timeoutMs: 10_000 })),
  ),
)
