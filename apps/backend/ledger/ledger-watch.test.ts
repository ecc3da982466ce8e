import { Context, Effect, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { BackendConfig, readConfig } from "../config.ts"
import { Database, type DatabaseShape } from "../db/database.ts"
import { DatabaseUnavailable } from "../db/errors.ts"
import { migratedDatabase } from "../db/migrated-database.fixture.ts"
import { openDatabase } from "../db/open-database.ts"
import { silentLayer } from "../logging.ts"
import { isSound, LedgerWatch } from "./ledger-watch.ts"

const EVERY_MS = 10_000
const HOUR_MS = 3_600_000

describe("the ledger's state", () => {
  const young = { faults: 0, checkedAgoMs: 0, fullAgoMs: 0 }

  it("is sound while nothing is wrong and both checks are young", () => {
    const edge = { faults: 0, checkedAgoMs: 60_000, fullAgoMs: 24 * HOUR_MS }
    expect([isSound(young, EVERY_MS), isSound(edge, EVERY_MS)]).toEqual([true, true])
  })

  it.each([
    ["a fault", { faults: 1 }],
    ["an old check of what is new", { checkedAgoMs: 60_001 }],
    ["an old check of everything", { fullAgoMs: 24 * HOUR_MS + 1 }],
  ])("is not sound with %s", (_, fault) => {
    expect(isSound({ ...young, ...fault }, EVERY_MS)).toBe(false)
  })
})

it("lets a good result stand no longer than its age allows, and another one stand again", async () => {
  const outage = { is: false }
  const failing = (database: DatabaseShape): DatabaseShape => ({
    ...database,
    query: (statement, values) =>
      outage.is
        ? Effect.fail(new DatabaseUnavailable({ detail: "away" }))
        : database.query(statement, values),
  })
  const config = { ...Result.getOrThrow(readConfig({})), ledgerCheckMs: EVERY_MS }
  const work = Effect.gen(function* () {
    const database = failing(yield* Effect.flatMap(migratedDatabase, openDatabase))
    const watch = Context.get(
      yield* Layer.build(
        LedgerWatch.layer.pipe(
          Layer.provide(Layer.succeed(Database, database)),
          Layer.provide(Layer.succeed(BackendConfig, config)),
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
