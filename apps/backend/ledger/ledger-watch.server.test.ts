import { Context, Effect, Layer, Logger, Result } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { BackendConfig, readBackendConfig } from "../config.ts"
import { SqlDatabase, type SqlDatabaseShape } from "../db/database.ts"
import { DatabaseUnavailable } from "../db/errors.ts"
import { migratedDatabase } from "../db/migrated-database.fixture.ts"
import { openDatabase } from "../db/open-database.ts"
import { voidStatement } from "../db/statement.ts"
import { silentLayer } from "../logging.ts"
import { isSound, LedgerWatch } from "./ledger-watch.ts"

const EVERY_MS = 10_000
const HOUR_MS = 3_600_000

const ONE_WITHOUT_ENTRIES = voidStatement(
  `INSERT INTO transfers (id, idempotency_key, debit, credit, amount, reason, at)
   VALUES ('t-1', 'key-1', 'house:given', 'house:earned', 1, 'welcome', now())`,
)

describe("the ledger's state", () => {
  const none = { lopsided: 0, drifted: 0 }
  const young = { faults: none, checkedAgoMs: 0, fullAgoMs: 0 }

  it("is sound while nothing is wrong and both checks are young", () => {
    const edge = { faults: none, checkedAgoMs: 60_000, fullAgoMs: 24 * HOUR_MS }
    expect([isSound(young, EVERY_MS), isSound(edge, EVERY_MS)]).toEqual([true, true])
  })

  it.each([
    ["a lopsided transfer", { faults: { lopsided: 1, drifted: 0 } }],
    ["a drifted balance", { faults: { lopsided: 0, drifted: 1 } }],
    ["as many of both", { faults: { lopsided: 1, drifted: 1 } }],
    ["an old check of what is new", { checkedAgoMs: 60_001 }],
    ["an old check of everything", { fullAgoMs: 24 * HOUR_MS + 1 }],
  ])("is not sound with %s", (_, fault) => {
    expect(isSound({ ...young, ...fault }, EVERY_MS)).toBe(false)
  })
})

const CONFIG = { ...Result.getOrThrow(readBackendConfig({})), ledgerCheckMs: EVERY_MS }

/** A watch over that database, and its findings, on a clock that moves only between waits. */
const watchOver = (database: SqlDatabaseShape) =>
  Effect.gen(function* () {
    const watch = Context.get(
      yield* Layer.build(
        LedgerWatch.layer.pipe(
          Layer.provide(Layer.succeed(SqlDatabase, database)),
          Layer.provide(Layer.succeed(BackendConfig, CONFIG)),
        ),
      ),
      LedgerWatch,
    )
    const until = (wanted: boolean) =>
      Effect.gen(function* () {
        let state = yield* watch.state
        while (state?.addsUp !== wanted) {
          yield* TestClock.adjust(EVERY_MS)
          yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
          state = yield* watch.state
        }
        return state
      })
    return { state: watch.state, until }
  })

const emptyDatabase = Effect.flatMap(migratedDatabase, openDatabase)

describe("the ledger's watch", () => {
  it("takes a good result as valid no longer than its age allows, and as valid again with the next one", async () => {
    const outage = { is: false }
    const failing = (database: SqlDatabaseShape): SqlDatabaseShape => ({
      ...database,
      query: (statement, values) =>
        outage.is
          ? Effect.fail(new DatabaseUnavailable({ detail: "away" }))
          : database.query(statement, values),
    })
    const work = Effect.gen(function* () {
      const { until } = yield* watchOver(failing(yield* emptyDatabase))
      const first = yield* until(true)
      outage.is = true
      const old = yield* until(false)
      outage.is = false
      yield* until(true)
      return { first, old }
    })
    const { first, old } = await Effect.runPromise(
      work.pipe(Effect.scoped, Effect.provide(Layer.merge(TestClock.layer(), silentLayer))),
    )
    expect(first).toMatchObject({ addsUp: true, faults: { lopsided: 0, drifted: 0 } })
    expect(old).toMatchObject({ addsUp: false, faults: { lopsided: 0, drifted: 0 } })
  })

  it("reports in the log that the ledger does not add up, and nothing else", async () => {
    const logged: Array<unknown> = []
    const collect = Logger.make(({ logLevel, message }) => {
      if (logLevel === "Fatal") logged.push(message)
    })
    const work = Effect.gen(function* () {
      const database = yield* emptyDatabase
      const { until } = yield* watchOver(database)
      yield* until(true)
      const before = [...logged]
      yield* database.query(ONE_WITHOUT_ENTRIES)
      const state = yield* until(false)
      return { before, state }
    })
    const { before, state } = await Effect.runPromise(
      work.pipe(Effect.scoped, Effect.provide([TestClock.layer(), Logger.layer([collect])])),
    )
    expect(before).toEqual([])
    expect(state).toMatchObject({ addsUp: false, faults: { lopsided: 1, drifted: 0 } })
    expect(logged[0]).toEqual(["the ledger does not add up", { lopsided: 1, drifted: 0 }])
  })
})
