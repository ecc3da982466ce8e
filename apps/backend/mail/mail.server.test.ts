import { Effect, Exit, Layer, Scope } from "effect"
import { afterAll, beforeAll } from "vitest"
import { SqlDatabase } from "../db/database.ts"
import { migratedDatabase } from "../db/migrated-database.fixture.ts"
import { type DatabaseChoice, openDatabase } from "../db/open-database.ts"
import { describeOnPostgres } from "../db/postgres-server.fixture.ts"
import { silentLayer } from "../logging.ts"
import { mailConformance } from "./mail.conformance.ts"

/** One database for a whole suite, closed after it. */
const shared = (choice: Effect.Effect<DatabaseChoice, never, Scope.Scope>) => {
  const scope = Scope.makeUnsafe()
  let open: SqlDatabase["Service"] | undefined
  beforeAll(async () => {
    open = await Effect.runPromise(
      Scope.provide(Effect.flatMap(choice, openDatabase), scope).pipe(Effect.provide(silentLayer)),
    )
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  return () =>
    Layer.sync(SqlDatabase, () => {
      if (open === undefined) throw new Error("the database is not open yet")
      return open
    })
}

mailConformance("PGlite", shared(migratedDatabase))

await describeOnPostgres((url) =>
  mailConformance(
    "PostgreSQL",
    shared(Effect.succeed({ _tag: "Postgres", url, connections: 8, timeoutMs: 10_000 })),
  ),
)
