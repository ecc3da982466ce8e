/** The server driver: a pool of connections to PostgreSQL. */
import { type CustomTypesConfig, Pool, type PoolClient, types as pgTypes } from "pg"
import { Effect, Redacted, Schedule } from "effect"
import type { Connection, Driver } from "./driver.ts"
import { DatabaseUnavailable } from "./errors.ts"

export interface PostgresOptions {
  readonly url: Redacted.Redacted
  readonly connections: number
}

const INT8 = 20
const NUMERIC = 1700
/** A whole number as JavaScript has it: balances and serials stay far below 2^53. */
const types: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === INT8 || oid === NUMERIC ? Number : pgTypes.getTypeParser(oid, format),
}

/** What is read often is in memory, where one page is as near as the next. */
const PLANNER = "-c random_page_cost=1.1"

/** A statement that runs longer is ended by the server; nothing here comes near. */
const STATEMENT_TIMEOUT_MS = 10_000
const CONNECT_TIMEOUT_MS = 5_000

const connectionOf = (client: PoolClient): Connection => ({
  run: async (text, values) => (await client.query(text, [...values])).rows,
  script: (text) => client.query(text),
})

const unavailable = (error: unknown) =>
  new DatabaseUnavailable({ detail: error instanceof Error ? error.message : String(error) })

/** Fails when the server is not reachable within half a minute. */
export const makePostgres = ({ url, connections }: PostgresOptions) =>
  Effect.gen(function* () {
    const pool = yield* Effect.acquireRelease(
      Effect.sync(() => {
        const pool = new Pool({
          connectionString: Redacted.value(url),
          max: connections,
          types,
          connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
          statement_timeout: STATEMENT_TIMEOUT_MS,
          application_name: "foldcast-backend",
          options: PLANNER,
        })
        // An idle connection broke; the pool has already let it go and opens another when asked.
        pool.on("error", () => undefined)
        return pool
      }),
      (pool) => Effect.promise(() => pool.end()),
    )
    const borrow: Driver["borrow"] = Effect.acquireRelease(
      Effect.tryPromise({ try: () => pool.connect(), catch: unavailable }).pipe(
        Effect.map((client) => {
          const broken = { is: false }
          const onError = () => {
            broken.is = true
          }
          client.on("error", onError)
          return { client, broken, onError }
        }),
      ),
      ({ client, broken, onError }) =>
        Effect.sync(() => {
          client.off("error", onError)
          client.release(broken.is)
        }),
    ).pipe(Effect.map(({ client }) => connectionOf(client)))
    yield* borrow.pipe(
      Effect.scoped,
      Effect.retry(Schedule.max([Schedule.spaced("500 millis"), Schedule.recurs(60)])),
    )
    const driver: Driver = { name: "PostgreSQL", borrow }
    return driver
  })
