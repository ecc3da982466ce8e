/**
 * GET /health/live: the process answers. GET /health/ready: it can work, and recent checks of the ledger found no
 * fault.
 */
import { Effect, Option, Schema } from "effect"
import { SqlDatabase } from "../db/database.ts"
import { DatabaseSpace } from "../db/database-space.ts"
import { statement } from "../db/statement.ts"
import { countForReview } from "../payments/session-store.ts"
import { BackendTime } from "../steady-clock.ts"
import { LedgerWatch } from "../ledger/ledger-watch.ts"

const PING = statement(
  Schema.Struct({ untold: Schema.Int }),
  "SELECT count(*) AS untold FROM outbox WHERE told_at IS NULL",
)

const json = (status: number, body: unknown) =>
  Response.json(body, { status, headers: { "Cache-Control": "no-store" } })

export const getLiveness = () => json(200, { status: "live" })

export const getReadiness = Effect.gen(function* () {
  const database = yield* SqlDatabase
  const { level } = yield* DatabaseSpace
  const ledger = yield* (yield* LedgerWatch).state
  const ping = yield* database.query(PING).pipe(Effect.timeout("2 seconds"), Effect.option)
  const forPeople = yield* countForReview(database).pipe(Effect.timeout("2 seconds"), Effect.option)
  const up = Option.isSome(ping)
  const sound = ledger?.addsUp === true
  const time = yield* BackendTime
  return json(up && sound ? 200 : 503, {
    status: up && sound ? "ready" : "not ready",
    database: { driver: database.driver, up },
    room: level(),
    ledger,
    payments: { forPeople: Option.getOrNull(forPeople) },
    clock: { disputedMs: time?.disputedMs() ?? 0 },
    outbox: { untold: Option.getOrNull(ping)?.[0]?.untold ?? null },
  })
})
