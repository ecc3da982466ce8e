/** The demo world's loop on a test clock and a real database: it makes each due change, and no failure stops it. */
import { it } from "@effect/vitest"
import { Clock, Effect, Layer, References, Schema } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect } from "vitest"
import { SqlDatabase } from "../../db/database.ts"
import { type ConstraintViolated, DatabaseUnavailable } from "../../db/errors.ts"
import { voidStatement, statement } from "../../db/statement.ts"
import { setOnlineStatus } from "../../performers/performer-store.ts"
import { OFFLINE_BITS, wantedStatuses } from "./life.ts"
import { runDemoWorld } from "./run-demo-world.ts"
import { loadDemoPerformers } from "./load-performers.ts"
import { suiteDatabase } from "./open-database.fixture.ts"

const EVENING = Date.UTC(2026, 10, 21, 19)
const STATUSES = statement(
  Schema.Struct({ id: Schema.String, status: Schema.Int }),
  `SELECT performer_id AS id, online_status AS status FROM performer_listing
   ORDER BY performer_id COLLATE "C"`,
)
const EVERYBODY_LEAVES = voidStatement("UPDATE performer_listing SET online_status = 0")
const around = Layer.mergeAll(suiteDatabase(), Layer.succeed(References.MinimumLogLevel, "None"))

const stored = Effect.gen(function* () {
  const rows = yield* (yield* SqlDatabase).query(STATUSES)
  return new Map(rows.map(({ id, status }) => [id, status]))
})

/** Advances second by second until all performers have their planned status. */
const settled: Effect.Effect<
  ReadonlyMap<string, number>,
  DatabaseUnavailable | ConstraintViolated,
  SqlDatabase
> = Effect.gen(function* () {
  yield* TestClock.adjust("1 second")
  const present = yield* stored
  const at = yield* Clock.currentTimeMillis
  const wanted = wantedStatuses("foldcast", [...present.keys()], at)
  const there = [...present].every(([id, status]) => wanted.get(id) === status)
  return there ? present : yield* settled
})

describe("the living demo world", () => {
  it.effect(
    "takes all performers to what the hour wants, also after a failing database, and tidies up after itself",
    () =>
      Effect.gen(function* () {
        const database = yield* SqlDatabase
        yield* TestClock.setTime(EVENING)
        yield* loadDemoPerformers("foldcast")
        const before = yield* stored
        expect(before).toEqual(wantedStatuses("foldcast", [...before.keys()], EVENING))
        yield* database.query(EVERYBODY_LEAVES)
        let failures = 5
        let tidied = 0
        const failing = SqlDatabase.of({
          ...database,
          query: (statement, values) => {
            failures -= 1
            tidied += statement.text.startsWith("VACUUM") ? 1 : 0
            return failures < 0
              ? database.query(statement, values)
              : Effect.fail(new DatabaseUnavailable({ detail: "gone for a while" }))
          },
        })
        // As with no viewer in any room.
        const moveTo = (id: string, status: number) =>
          Effect.flatMap(Clock.currentTimeMillis, (at) =>
            Effect.as(setOnlineStatus(failing, id, status, new Date(at)), true),
          )
        yield* Effect.forkScoped(
          Effect.provideService(runDemoWorld("foldcast", moveTo), SqlDatabase, failing),
        )
        const after = yield* settled
        expect([...after.keys()]).toEqual([...before.keys()])
        expect(
          [...after.values()].filter((status) => status !== OFFLINE_BITS).length,
        ).toBeGreaterThan(30)
        expect(failures).toBeLessThan(0)
        expect(tidied).toBe(0)
        yield* TestClock.adjust("30 minutes")
        yield* settled
        expect(tidied).toBe(1)
      }).pipe(Effect.provide(around)),
  )
})
