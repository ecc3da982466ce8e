/**
 * Pages of performers as the service finds them, and a page by primary key of the same rows, columns and decoding:
 * in one process and in turn, so that a slowdown of the machine affects all.
 */
import { Clock, Effect, Result } from "effect"
import { SqlDatabase, makeSqlDatabase } from "@foldcast/backend/db/database"
import { statement } from "@foldcast/backend/db/statement"
import { migrateDatabase } from "@foldcast/backend/db/migrate"
import { DATABASE_MIGRATIONS } from "@foldcast/backend/db/migrations"
import { makePGlite } from "@foldcast/backend/db/pglite"
import { findPerformers } from "@foldcast/backend/performers/find"
import { type FindRequest, readFind } from "@foldcast/backend/performers/find-filter"
import { GRID_COLUMNS, gridPerformer, GridRow } from "@foldcast/backend/performers/performer-rows"
import { insertPerformers, tidyPerformers } from "@foldcast/backend/performers/performer-store"
import { FIXTURE_NOW, fixturePerformers } from "@foldcast/backend/performers/performers.fixture"
import { clockTelling } from "@foldcast/clock/steady-clock"
import { median } from "../../support/statistics.ts"
import type { Figures, Options } from "../harness/contest.ts"

const PAGE = 30
const BASE = `gender=female&limit=${PAGE}`
/** The default ordering, and the five filters that people use most. */
export const BENCH_PAGES = {
  everybody: BASE,
  free: `${BASE}&onlineStatus=free`,
  language: `${BASE}&languages=nl&language=nl`,
  age: `${BASE}&age=24-30`,
  toy: `${BASE}&cybertoy=3,5`,
  newcomers: `${BASE}&firstCamSessionWithin=604800000`,
} as const
export type BenchPageName = keyof typeof BENCH_PAGES
export const BENCH_PAGE_NAMES = Object.keys(BENCH_PAGES) as ReadonlyArray<BenchPageName>

/**
 * Selects the page before the join: otherwise the query also reads all names before the page, and anything looks
 * fast.
 */
const BY_KEY = statement(
  GridRow,
  `SELECT ${GRID_COLUMNS} FROM (
     SELECT * FROM performer_listing WHERE performer_id >= $1 ORDER BY performer_id LIMIT ${PAGE}) page
   JOIN performers p ON p.id = page.performer_id ORDER BY page.performer_id`,
)

const REAL = Effect.runSync(Clock.clockWith(Effect.succeed))
/** The moment for which the performers were made: half a year later none is new, and an empty page is quick. */
const AT_FIXTURE = clockTelling(() => FIXTURE_NOW, REAL)

const timed = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const start = performance.now()
    yield* work
    return performance.now() - start
  })

export const run = ({ performers, repeats, directory }: Options): Promise<Figures> => {
  const count = Number(performers)
  const program = Effect.gen(function* () {
    const driver = yield* makePGlite(directory?.toString() ?? null)
    yield* migrateDatabase(driver, DATABASE_MIGRATIONS)
    const database = makeSqlDatabase(driver)
    yield* insertPerformers(database, fixturePerformers(count))
    yield* tidyPerformers(database)
    const byKey = (n: number) => {
      const first = `p_${String((n * 7_919) % (count - PAGE)).padStart(6, "0")}`
      return Effect.map(database.query(BY_KEY, [first]), (rows) => rows.map(gridPerformer))
    }
    const find = (request: FindRequest) =>
      findPerformers(request).pipe(
        Effect.provideService(SqlDatabase, database),
        Effect.provideService(Clock.Clock, AT_FIXTURE),
      )
    const times = new Map<BenchPageName | "byKey", Array<number>>()
    const keep = (name: BenchPageName | "byKey", ms: number) =>
      times.set(name, [...(times.get(name) ?? []), ms])
    const requests = BENCH_PAGE_NAMES.map(
      (name) =>
        [name, Result.getOrThrow(readFind(new URLSearchParams(BENCH_PAGES[name]), "nl"))] as const,
    )
    for (const [name, request] of requests) {
      const { length } = yield* find(request)
      // An empty page is quick and proves nothing.
      if (length !== PAGE) throw new Error(`the page "${name}" holds ${length} of ${PAGE}`)
    }
    const warmUp = Math.ceil(Number(repeats) / 5)
    for (let n = -warmUp; n < Number(repeats); n++) {
      const key = yield* timed(byKey(n + warmUp))
      if (n >= 0) keep("byKey", key)
      for (const [name, request] of requests) {
        const ms = yield* timed(find(request))
        if (n >= 0) keep(name, ms)
      }
    }
    return Object.fromEntries([...times].map(([name, all]) => [name, median(all)]))
  })
  return Effect.runPromise(Effect.scoped(program))
}
