/** A demo world with a fixed time is the same on any day and at any hour. */
import { Effect, Layer, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { SqlDatabase } from "../../db/database.ts"
import { statement } from "../../db/statement.ts"
import { silentLayer } from "../../logging.ts"
import { heldAgeOf } from "./held-age.ts"
import { wantedStatuses } from "./life.ts"
import { loadDemoPerformers } from "./load-performers.ts"
import { suiteDatabase } from "./open-database.fixture.ts"

const STATUSES = statement(
  Schema.Struct({ id: Schema.String, status: Schema.Int }),
  'SELECT performer_id AS id, online_status AS status FROM performer_listing ORDER BY performer_id COLLATE "C"',
)

const ageOn = (dateOfBirth: string, today: string) =>
  Number(today.slice(0, 4)) -
  Number(dateOfBirth.slice(0, 4)) -
  (today.slice(5) < dateOfBirth.slice(5) ? 1 : 0)

const HELD = "2026-11-20"
const heldAt = Date.parse(`${HELD}T20:00:00Z`)

describe("a held demo world", () => {
  const database = suiteDatabase()

  it("begins in the state of its moment, whatever the time is now", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        yield* loadDemoPerformers("foldcast", heldAt)
        const rows = yield* (yield* SqlDatabase).query(STATUSES)
        const stored = new Map(rows.map(({ id, status }) => [id, status]))
        expect(stored).toEqual(wantedStatuses("foldcast", [...stored.keys()], heldAt))
        expect(new Set(stored.values()).size).toBeGreaterThan(3)
      }).pipe(Effect.provide(Layer.merge(database, silentLayer))),
    ))

  it.each(["2004-11-19", "2004-11-20", "2004-11-21", "1996-02-29", "1988-12-31"])(
    "has performers as old as they are at its moment, whenever it is looked at: %s",
    (born) => {
      for (const today of ["2026-11-22", "2027-01-01", "2028-02-29", "2028-08-29", "2031-06-30"]) {
        for (const later of [0, 1]) {
          const now = Date.parse(`${today}T12:00:00Z`)
          const day = new Date(now + later * 86_400_000).toISOString().slice(0, 10)
          expect(ageOn(heldAgeOf(born, heldAt, now), day)).toBe(ageOn(born, HELD))
        }
      }
    },
  )
})
