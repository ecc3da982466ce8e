import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { SqlDatabase } from "../db/database.ts"
import { DatabaseUnavailable } from "../db/errors.ts"
import { DatabaseSpace } from "../db/database-space.ts"
import { type LedgerState, LedgerWatch } from "../ledger/ledger-watch.ts"
import { getReadiness } from "./health.ts"

const sound: LedgerState = {
  addsUp: true,
  faults: { lopsided: 0, drifted: 0 },
  checkedAt: new Date(0),
  checkedAgoMs: 0,
  fullAsOf: new Date(0),
}

const readyWith = async (ledger: LedgerState | null, rows: ReadonlyArray<unknown> | null) => {
  const layers = Layer.mergeAll(
    Layer.mock(SqlDatabase, {
      driver: "PostgreSQL",
      query: () =>
        rows === null
          ? Effect.fail(new DatabaseUnavailable({ detail: "away" }))
          : Effect.succeed(rows as never),
    }),
    Layer.succeed(DatabaseSpace, { level: () => "enough" }),
    Layer.succeed(LedgerWatch, { state: Effect.succeed(ledger) }),
  )
  const response = await Effect.runPromise(getReadiness.pipe(Effect.provide(layers)))
  return { status: response.status, body: await response.json() }
}

const COUNTS = [{ untold: 2, count: 1 }]

describe("readiness of the backend", () => {
  it("says what waits for the relay and for people, while the ledger adds up", async () => {
    expect(await readyWith(sound, COUNTS)).toMatchObject({
      status: 200,
      body: { status: "ready", outbox: { untold: 2 }, payments: { forPeople: 1 } },
    })
  })

  it.each([
    [
      "the ledger does not add up, or was last checked too long ago",
      { ...sound, addsUp: false },
      COUNTS,
    ],
    ["the ledger was never checked", null, COUNTS],
    ["the database does not answer", sound, null],
  ])("is refused while %s", async (_, ledger, rows) => {
    expect(await readyWith(ledger, rows)).toMatchObject({
      status: 503,
      body: { status: "not ready", database: { up: rows !== null } },
    })
  })
})
