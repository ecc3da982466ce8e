/**
 * Migrates a database to the newest schema, one recorded migration per transaction. A newer database than this
 * program knows is refused, because its rows may mean something else.
 */
import { Clock, Effect, Schema } from "effect"
import type { DriverConnection, Driver } from "./driver.ts"
import { DatabaseUnavailable } from "./errors.ts"
import type { Migration } from "./migrations.ts"

export class DatabaseTooNew extends Schema.TaggedError<DatabaseTooNew>()("DatabaseTooNew", {
  found: Schema.Int,
  known: Schema.Int,
}) {
  override get message() {
    return (
      `The database was written by a newer version (its form is ${this.found}, this version knows ` +
      `${this.known}): start that version, or give this one another DATA_DIR or DATABASE_URL.`
    )
  }
}

/** A migration failed; the database is as it was before that migration. */
export class MigrationFailed extends Schema.TaggedError<MigrationFailed>()("MigrationFailed", {
  number: Schema.Int,
  detail: Schema.String,
}) {
  override get message() {
    return `Migration ${this.number} failed, and nothing of it was kept: ${this.detail}`
  }
}

/** Longer than other statements: a migration of a large table takes its time. */
const UNHURRIED =
  "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0"

const RECORDS = `CREATE TABLE IF NOT EXISTS schema_migrations (
  number integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL)`
/** The key of the advisory lock by which two starting processes take turns. It never changes. */
const TURN = 7_021_001

const Applied = Schema.Array(Schema.Struct({ number: Schema.Int }))
const decodeApplied = Schema.decodeUnknownSync(Applied)

const inTransaction = async <A>(
  connection: DriverConnection,
  work: () => Promise<A>,
): Promise<A> => {
  await connection.run("BEGIN", [])
  try {
    await connection.script(`${UNHURRIED}; SELECT pg_advisory_xact_lock(${TURN})`)
    const result = await work()
    await connection.run("COMMIT", [])
    return result
  } catch (error) {
    await connection.run("ROLLBACK", [])
    throw error
  }
}

const newestApplied = async (connection: DriverConnection): Promise<number> => {
  const rows = await connection.run(
    "SELECT number FROM schema_migrations ORDER BY number DESC LIMIT 1",
    [],
  )
  return decodeApplied(rows)[0]?.number ?? 0
}

const apply = (connection: DriverConnection, migration: Migration, at: Date) =>
  inTransaction(connection, async () => {
    if ((await newestApplied(connection)) >= migration.number) return
    await connection.script(migration.text)
    await connection.run("INSERT INTO schema_migrations VALUES ($1, $2, $3)", [
      migration.number,
      migration.name,
      at,
    ])
  })

const detailOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Answers the schema versions from before and now. */
export const migrateDatabase = (driver: Driver, migrations: ReadonlyArray<Migration>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const connection = yield* driver.borrow
      const at = new Date(yield* Clock.currentTimeMillis)
      const known = migrations.at(-1)?.number ?? 0
      const from = yield* Effect.tryPromise({
        try: async () => {
          await inTransaction(connection, () => connection.script(RECORDS))
          return newestApplied(connection)
        },
        catch: (error) => new DatabaseUnavailable({ detail: detailOf(error) }),
      })
      if (from > known) return yield* new DatabaseTooNew({ found: from, known })
      for (const migration of migrations.filter(({ number }) => number > from)) {
        yield* Effect.tryPromise({
          try: () => apply(connection, migration, at),
          catch: (error) =>
            new MigrationFailed({ number: migration.number, detail: detailOf(error) }),
        })
      }
      return { from, to: known }
    }),
  )
