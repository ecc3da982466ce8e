import { Pool, type PoolClient } from "pg"
import { Effect, Exit, Layer, Scope } from "effect"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { movementsConformance } from "../ledger/movements.conformance.ts"
import { ledgerCheckConformance } from "../ledger/ledger-check.conformance.ts"
import { ledgerConformance } from "../ledger/ledger.conformance.ts"
import { databaseConformance } from "./database.conformance.ts"
import { SqlDatabase, makeSqlDatabase } from "./database.ts"
import type { Driver } from "./driver.ts"
import { migrateDatabase } from "./migrate.ts"
import { DATABASE_MIGRATIONS } from "./migrations.ts"
import { makePGlite } from "./pglite.ts"
import { makePostgres } from "./postgres.ts"
import { describeOnPostgres } from "./postgres-server.fixture.ts"

/** One driver for a whole suite, closed after it. */
const shared = <E>(make: Effect.Effect<Driver, E, Scope.Scope>) => {
  const scope = Scope.makeUnsafe()
  let driver: Driver | undefined
  beforeAll(async () => {
    driver = await Effect.runPromise(Scope.provide(make, scope))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  return () => {
    if (driver === undefined) throw new Error("the database is not open yet")
    return driver
  }
}

const migrationConformance = (name: string, driver: () => Driver) =>
  describe(`migrations on ${name}`, () => {
    it("opens an empty database, an older one and its own, and refuses a newer one", async () => {
      const older = await Effect.runPromise(
        migrateDatabase(driver(), DATABASE_MIGRATIONS.slice(0, 1)),
      )
      expect(older).toEqual({ from: 0, to: 1 })
      const newest = DATABASE_MIGRATIONS.length
      expect(await Effect.runPromise(migrateDatabase(driver(), DATABASE_MIGRATIONS))).toEqual({
        from: 1,
        to: newest,
      })
      expect(await Effect.runPromise(migrateDatabase(driver(), DATABASE_MIGRATIONS))).toEqual({
        from: newest,
        to: newest,
      })
      const refused = await Effect.runPromise(
        Effect.flip(migrateDatabase(driver(), DATABASE_MIGRATIONS.slice(0, 1))),
      )
      expect(refused.message).toBe(
        `The database was written by a newer version (its form is ${newest}, this version knows 1): ` +
          "start that version, or give this one another DATA_DIR or DATABASE_URL.",
      )
    })

    it("keeps nothing of a migration that fails", async () => {
      const number = DATABASE_MIGRATIONS.length + 1
      const text = "CREATE TABLE half (a int); SELECT 1 / 0"
      const failing = migrateDatabase(driver(), [
        ...DATABASE_MIGRATIONS,
        { number, name: "half", text },
      ])
      const error = await Effect.runPromise(Effect.flip(failing))
      expect(error).toMatchObject({ _tag: "MigrationFailed", number })
      const text2 = "CREATE TABLE half (a int)"
      expect(
        await Effect.runPromise(
          migrateDatabase(driver(), [
            ...DATABASE_MIGRATIONS,
            { number, name: "half", text: text2 },
          ]),
        ),
      ).toEqual({ from: number - 1, to: number })
    })

    it("numbers its migrations 1, 2, 3 … without a gap", () => {
      expect(DATABASE_MIGRATIONS.map(({ number }) => number)).toEqual(
        DATABASE_MIGRATIONS.map((_, index) => index + 1),
      )
    })
  })

const suites = (name: string, driver: () => Driver) => {
  migrationConformance(name, driver)
  const database = () => Layer.sync(SqlDatabase, () => SqlDatabase.of(makeSqlDatabase(driver())))
  databaseConformance(name, database)
  ledgerConformance(name, database)
  ledgerCheckConformance(name, database)
  movementsConformance(name, database)
}

suites("PGlite", shared(makePGlite(null)))

await describeOnPostgres((url) => {
  suites("PostgreSQL", shared(makePostgres({ url, connections: 16, timeoutMs: 10_000 })))

  it("the pool learns of a connection that breaks between it and its borrower", async () => {
    const connect = Reflect.get(Pool.prototype, "connect") as (this: Pool) => Promise<PoolClient>
    const broken = vi.spyOn(Pool.prototype, "connect").mockImplementation(async function (
      this: Pool,
    ) {
      const client = await connect.call(this)
      // Without a listener this event would throw and end the process.
      client.emit("error", new Error("reset in between"))
      return client
    } as never)
    const rows = await Effect.runPromise(
      makePostgres({ url, connections: 1, timeoutMs: 10_000 }).pipe(
        Effect.flatMap(({ borrow }) => borrow),
        Effect.flatMap(({ run }) => Effect.promise(() => run("SELECT 1 AS one", []))),
        Effect.scoped,
        Effect.ensuring(Effect.sync(() => broken.mockRestore())),
      ),
    )
    expect(rows).toEqual([{ one: 1 }])
  })
})
