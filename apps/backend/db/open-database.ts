/** Opens the database that the settings name, migrates it, and logs what its durability promises. */
import { join } from "node:path"
import { Effect, Layer } from "effect"
import { SqlDatabase, makeSqlDatabase } from "./database.ts"
import type { Driver } from "./driver.ts"
import { migrateDatabase } from "./migrate.ts"
import { DATABASE_MIGRATIONS } from "./migrations.ts"
import { makePGlite } from "./pglite.ts"
import { makePostgres, type PostgresOptions } from "./postgres.ts"

export type DatabaseChoice =
  | ({ readonly _tag: "Postgres" } & PostgresOptions)
  | { readonly _tag: "Embedded"; readonly dataDir: string }

const driverOf = (choice: DatabaseChoice) => {
  switch (choice._tag) {
    case "Postgres":
      return makePostgres(choice)
    case "Embedded":
      return makePGlite(join(choice.dataDir, "backend"))
  }
}

const PROMISES: Readonly<Record<Driver["name"], string>> = {
  PGlite:
    "embedded database: what is acknowledged survives a killed process, not a loss of power; set DATABASE_URL for real money",
  PostgreSQL: "PostgreSQL: what is acknowledged survives a loss of power",
}

export const openDatabase = (choice: DatabaseChoice) =>
  Effect.gen(function* () {
    const driver = yield* driverOf(choice)
    const { from, to } = yield* migrateDatabase(driver, DATABASE_MIGRATIONS)
    if (from !== to) yield* Effect.logInfo("database migrated", { from, to })
    yield* Effect.logInfo(PROMISES[driver.name])
    return SqlDatabase.of(makeSqlDatabase(driver))
  })

export const databaseLayer = (choice: DatabaseChoice) =>
  Layer.effect(SqlDatabase, openDatabase(choice))
