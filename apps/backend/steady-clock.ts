/**
 * The backend's clock. It does not jump with the machine's clock (packages/clock, steady-time.ts). Its second source is
 * the database server's clock; an embedded database has the machine's own, which is then followed.
 *
 * Without this layer, in tests, the clock is trusted.
 */
import { Clock, Context, Effect, Layer, Schedule, Schema } from "effect"
import { disputeTold, LOOKED_AT_EVERY, steadyClock } from "@foldcast/clock/steady-clock"
import type { SteadyTime } from "@foldcast/clock/steady-time"
import { SqlDatabase } from "./db/database.ts"
import { statement } from "./db/statement.ts"
import { steadyRound } from "./steady-round.ts"

export const BackendTime = Context.Reference<SteadyTime | null>("backend/BackendTime", {
  defaultValue: () => null,
})

/** Wraps the clock that is provided below it. */
export const steadyClockLayer = Layer.effectContext(
  Effect.clockWith((machine) =>
    Effect.sync(() => {
      const { time, clock } = steadyClock(machine)
      return Context.make(Clock.Clock, clock).pipe(Context.add(BackendTime, time))
    }),
  ),
)

/** The time by which expired items are given up; null while no second source confirms any. */
export const dueMillis: Effect.Effect<number | null> = Effect.flatMap(BackendTime, (time) =>
  time === null ? Clock.currentTimeMillis : Effect.sync(() => time.vouched()),
)

const DATABASE_TIME = statement(Schema.Struct({ now: Schema.Date }), "SELECT now() AS now")

/** Asks the database what time it is, now and every few seconds. */
export const keepTime = Effect.gen(function* () {
  const time = yield* BackendTime
  if (time === null) return
  const database = yield* SqlDatabase
  const tellDispute = disputeTold(time)
  const look = Effect.gen(function* () {
    time.look()
    const [row] = yield* Effect.orElseSucceed(database.query(DATABASE_TIME), () => [])
    if (row !== undefined) time.witness(row.now.getTime())
    yield* tellDispute
  })
  yield* look
  yield* Effect.forkScoped(
    Effect.repeat(steadyRound("the clock")(look), Schedule.spaced(LOOKED_AT_EVERY)),
  )
})
