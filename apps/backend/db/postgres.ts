/**
 * The server driver: a pool of connections to PostgreSQL, each with time-outs. In a silent network partition a
 * connection neither answers nor fails. So the waiting side gives up, which frees the pool's place, and the server
 * ends a transaction whose client fell silent, which frees its rows.
 */
import { type CustomTypesConfig, Pool, type PoolClient, types as pgTypes } from "pg"
import { Effect, Redacted, Schedule } from "effect"
import type { DriverConnection, Driver } from "./driver.ts"
import { DatabaseUnavailable } from "./errors.ts"

export interface PostgresOptions {
  readonly url: Redacted.Redacted
  readonly connections: number
  /** Milliseconds that connecting, a place in the pool, or a statement may take. */
  readonly timeoutMs: number
}

const INT8 = 20
const NUMERIC = 1700
/** A whole number as JavaScript has it: balances and serials stay far below 2^53. */
const types: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === INT8 || oid === NUMERIC ? Number : pgTypes.getTypeParser(oid, format),
}

const SESSION = [
  // What is read often is in memory, where one page is as near as the next.
  "-c random_page_cost=1.1",
  // The server asks whether an idle client is still there, as we ask after it.
  "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3",
].join(" ")
const KEEP_ALIVE_MS = 10_000

/** Shorter than our own time-out, so that the server's answer arrives before the connection is given up. */
const GRACE_MS = 1_000

/** How long a transaction may leave the server waiting for its next statement. */
const silenceMs = (timeoutMs: number) => 2 * timeoutMs

interface Lent {
  readonly client: PoolClient
  /** True once the connection's protocol state is unknown: it is not lent again. */
  broken: boolean
}

/** A late answer would be taken for the next statement's. */
const cut = (lent: Lent) => {
  lent.broken = true
  lent.client.connection.stream.destroy()
}

const connectionOf = (lent: Lent, timeoutMs: number): DriverConnection => ({
  run: async (text, values, signal) => {
    let late = false
    const giveUp = () => cut(lent)
    const timer = setTimeout(() => {
      late = true
      giveUp()
    }, timeoutMs + GRACE_MS)
    signal?.addEventListener("abort", giveUp, { once: true })
    try {
      return (await lent.client.query(text, [...values])).rows
    } catch (error) {
      throw late
        ? new Error(`no answer within ${timeoutMs + GRACE_MS} ms`, { cause: error })
        : error
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener("abort", giveUp)
    }
  },
  script: (text) => lent.client.query(text),
})

const unavailable = (error: unknown) =>
  new DatabaseUnavailable({ detail: error instanceof Error ? error.message : String(error) })

/** A borrower who stopped waiting gives the place back when it comes. */
const place = (pool: Pool) =>
  Effect.callback<PoolClient, DatabaseUnavailable>((resume) => {
    let waiting = true
    pool.connect().then(
      (client) => (waiting ? resume(Effect.succeed(client)) : client.release()),
      (error: unknown) => resume(Effect.fail(unavailable(error))),
    )
    return Effect.sync(() => {
      waiting = false
    })
  })

const borrowFrom = (pool: Pool, timeoutMs: number): Driver["borrow"] =>
  Effect.acquireRelease(
    place(pool).pipe(
      Effect.map((client) => {
        const lent: Lent = { client, broken: false }
        const onError = () => {
          lent.broken = true
        }
        client.on("error", onError)
        return { lent, onError }
      }),
    ),
    ({ lent, onError }) =>
      Effect.sync(() => {
        lent.client.off("error", onError)
        lent.client.release(lent.broken)
      }),
    { interruptible: true },
  ).pipe(Effect.map(({ lent }) => connectionOf(lent, timeoutMs)))

/** Returns the connection when the scope closes; one that does not close in time is cut. */
const close = (pool: Pool, open: ReadonlySet<PoolClient>, timeoutMs: number) =>
  Effect.promise(() => pool.end()).pipe(
    Effect.timeoutOrElse({
      duration: timeoutMs,
      orElse: () =>
        Effect.sync(() => {
          for (const client of open) client.connection.stream.destroy()
        }),
    }),
  )

/** Fails when the server is not reachable within half a minute. */
export const makePostgres = ({ url, connections, timeoutMs }: PostgresOptions) =>
  Effect.gen(function* () {
    const open = new Set<PoolClient>()
    const pool = yield* Effect.acquireRelease(
      Effect.sync(() => {
        const pool = new Pool({
          connectionString: Redacted.value(url),
          max: connections,
          types,
          connectionTimeoutMillis: timeoutMs,
          statement_timeout: timeoutMs,
          idle_in_transaction_session_timeout: silenceMs(timeoutMs),
          keepAlive: true,
          keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
          application_name: "foldcast-backend",
          options: SESSION,
        })
        // An idle connection broke; the pool has already let it go and opens another when asked.
        pool.on("error", () => undefined)
        pool.on("connect", (client) => {
          open.add(client)
          // Between the pool's listener and the borrower's there is none: one that broke there ended the process.
          client.on("error", () => undefined)
        })
        pool.on("remove", (client) => open.delete(client))
        return pool
      }),
      (pool) => close(pool, open, timeoutMs),
    )
    const borrow = borrowFrom(pool, timeoutMs)
    yield* borrow.pipe(
      Effect.scoped,
      Effect.retry(Schedule.max([Schedule.spaced("500 millis"), Schedule.recurs(60)])),
    )
    const driver: Driver = { name: "PostgreSQL", borrow }
    return driver
  })
