/**
 * The embedded driver: PostgreSQL compiled to WebAssembly, in a directory or in memory. It has one connection, so
 * borrowers queue. It writes without fsync: committed data survives a killed process and no loss of power, which the
 * start-up says; real money needs PostgreSQL.
 */
import { join } from "node:path"
import { PGlite, types } from "@electric-sql/pglite"
import { Effect, Semaphore } from "effect"
import { DataDirectoryRefused, holdDirectory } from "./data-lock.ts"
import type { DriverConnection, Driver } from "./driver.ts"

/** Above every balance and serial of ours; JavaScript's whole numbers end at 2^53. */
const wholeNumber = (text: string) => Number(text)

const open = (dataDir: string) =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: () =>
        PGlite.create(dataDir, {
          parsers: { [types.INT8]: wholeNumber, [types.NUMERIC]: wholeNumber },
        }),
      catch: (error) =>
        new DataDirectoryRefused({
          sentence: `The embedded database in ${dataDir} cannot be opened: ${
            error instanceof Error ? error.message : String(error)
          }.`,
        }),
    }),
    (db) => Effect.promise(() => db.close()),
  )

/** Like postgres.ts: hot pages are in memory. */
const PLANNER = "SET random_page_cost = 1.1"

const IN_MEMORY = "memory://"

/** `directory: null` keeps everything in memory, for tests. */
export const makePGlite = (directory: string | null) =>
  Effect.gen(function* () {
    if (directory !== null) yield* holdDirectory(directory)
    const db = yield* open(directory === null ? IN_MEMORY : join(directory, "pgdata"))
    yield* Effect.promise(() => db.exec(PLANNER))
    const one = yield* Semaphore.make(1)
    const connection: DriverConnection = {
      run: async (text, values) => (await db.query(text, [...values])).rows,
      script: (text) => db.exec(text),
    }
    const driver: Driver = {
      name: "PGlite",
      borrow: one.takeScoped(1).pipe(Effect.as(connection)),
    }
    return driver
  })
