/**
 * Performers from before lists had other orders: the migration lists them by their names too. On PostgreSQL where there
 * is one.
 */
import { Effect, Result, type Scope } from "effect"
import { expect, it } from "vitest"
import { SqlDatabase, makeSqlDatabase } from "../db/database.ts"
import { migrateDatabase } from "../db/migrate.ts"
import { DATABASE_MIGRATIONS } from "../db/migrations.ts"
import type { Driver } from "../db/driver.ts"
import { makePGlite } from "../db/pglite.ts"
import { makePostgres } from "../db/postgres.ts"
import { describeOnPostgres } from "../db/postgres-server.fixture.ts"
import { voidStatement } from "../db/statement.ts"
import { readFind } from "./find-filter.ts"
import { findPerformers } from "./find.ts"
import { recomputePlainNames } from "./searched-names.ts"

const BEFORE = DATABASE_MIGRATIONS.findIndex(({ name }) => name === "orders-of-lists")

/** One whose plain name the former program had stored, and one whose it had not. */
const OLDER = [
  `INSERT INTO performers (id, username, username_key, plain_name, profile)
   VALUES ('p_1', 'Éva', 'éva', 'eva', '{"pictures":{}}'), ('p_2', 'Dana', 'dana', NULL, '{"pictures":{}}')`,
  `INSERT INTO performer_listing (performer_id, first_cam_session, traits, date_of_birth, online_status, languages,
     rating, cybertoy, trait_list)
   VALUES ('p_1', 900, 0, '1998-04-30', 1, 1, 80, 0, '{}'), ('p_2', NULL, 0, '1998-04-30', 0, 1, 90, 0, '{}')`,
]

const ofOldRows = <E>(open: Effect.Effect<Driver, E, Scope.Scope>) =>
  it("performers from before lists had other orders are in each of them [FIND-08]", async () => {
    const orders = await Effect.runPromise(
      Effect.gen(function* () {
        const driver = yield* open
        const database = makeSqlDatabase(driver)
        const listed = (ordering: string) =>
          findPerformers(Result.getOrThrow(readFind(new URLSearchParams({ ordering }), "nl"))).pipe(
            Effect.map((found) => found.map(({ user }) => user.username).join(" ")),
            Effect.provideService(SqlDatabase, database),
          )
        yield* migrateDatabase(driver, DATABASE_MIGRATIONS.slice(0, BEFORE))
        for (const text of OLDER) yield* database.query(voidStatement(text), [])
        yield* migrateDatabase(driver, DATABASE_MIGRATIONS)
        const untilStarted = yield* listed("username")
        yield* Effect.provideService(recomputePlainNames, SqlDatabase, database)
        const others = ["username", "rating", "firstCamSession"]
        return [untilStarted, ...(yield* Effect.forEach(others, listed))]
      }).pipe(Effect.scoped),
    )
    expect(orders).toEqual(["Éva Dana", "Dana Éva", "Dana Éva", "Éva Dana"])
  })

const isOnPostgres = await describeOnPostgres((url) => {
  ofOldRows(makePostgres({ url, connections: 4, timeoutMs: 10_000 }))
})
if (!isOnPostgres) ofOldRows(makePGlite(null))
