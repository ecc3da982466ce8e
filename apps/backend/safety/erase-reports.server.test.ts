/** What is left of a report after its term. */
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { expect, it } from "vitest"
import { REPORT_KEPT_DAYS } from "@foldcast/contracts/report"
import { SqlDatabase } from "../db/database.ts"
import { migratedDatabase } from "../db/migrated-database.fixture.ts"
import { openDatabase } from "../db/open-database.ts"
import { silentLayer } from "../logging.ts"
import { eraseReports } from "./erase-reports.ts"
import { insertReport, reportById } from "./report-store.ts"

const DAY_MS = 86_400_000
const KEPT_MS = REPORT_KEPT_DAYS * DAY_MS
const services = Layer.effect(SqlDatabase, Effect.flatMap(migratedDatabase, openDatabase)).pipe(
  Layer.provideMerge(Layer.merge(TestClock.layer(), silentLayer)),
)

it("what a report keeps is erased after its term, and its head stays", async () => {
  const { before, after } = await Effect.runPromise(
    Effect.gen(function* () {
      const database = yield* SqlDatabase
      yield* insertReport(database, {
        id: "rp_1",
        request: { key: "k", kind: "profile", performerId: "p_1", reason: "scam", words: "x" },
        memberId: null,
        email: "guest@mail.example",
        lang: "nl",
        brand: "foldcast",
        evidence: "{}",
        picture: "aGVsbG8=",
        at: new Date(0),
        eraseAt: new Date(KEPT_MS),
      })
      yield* TestClock.adjust(KEPT_MS - 1)
      yield* eraseReports()
      const before = yield* reportById(database, "rp_1")
      yield* TestClock.adjust(1)
      yield* eraseReports()
      return { before, after: yield* reportById(database, "rp_1") }
    }).pipe(Effect.provide(services), Effect.scoped),
  )
  expect(before).toMatchObject({ words: "x", email: "guest@mail.example", has_picture: true })
  expect(after).toMatchObject({
    ...before,
    words: null,
    email: null,
    evidence: null,
    has_picture: false,
  })
})
