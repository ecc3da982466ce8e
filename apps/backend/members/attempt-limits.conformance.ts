/** How attempts are counted, on every database. */
import { Clock, Effect, Layer, Result, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { shiftedClock } from "../backend.fixture.ts"
import { BackendConfig, readBackendConfig } from "../config.ts"
import { SqlDatabase } from "../db/database.ts"
import { type DatabaseChoice, openDatabase } from "../db/open-database.ts"
import { statement } from "../db/statement.ts"
import { BackendIds } from "../ids.ts"
import { silentLayer } from "../logging.ts"
import { AttemptLimits, deleteEndedWindows, type CountedTry } from "./attempt-limits.ts"
import { KeyedHashes } from "./keyed-hashes.ts"
import { addToWindow } from "./attempt-windows.ts"

/**
 * Five verification mails of an account an hour, a hundred failed log-ins of an address in a quarter of an
 * hour.
 */
const MAILS = 5
const HOUR_MS = 3_600_000

const HASHES = statement(
  Schema.Struct({ name_hash: Schema.String }),
  "SELECT name_hash FROM attempt_windows",
)

let made = 0
const someone = (): CountedTry => ({ limit: "verificationMailsPerAccount", name: `m_${made++}` })

export const attemptLimitsConformance = (name: string, choice: () => DatabaseChoice) =>
  describe(`attempt limits on ${name}`, () => {
    const time = shiftedClock()
    /** Each run is a new backend on the same database. */
    const asBackend = <A, E>(work: Effect.Effect<A, E, AttemptLimits | SqlDatabase>) =>
      Effect.runPromise(
        Effect.scoped(
          Effect.gen(function* () {
            const database = yield* openDatabase(choice())
            const config = Result.getOrThrow(readBackendConfig({}))
            const layer = AttemptLimits.layer.pipe(
              Layer.provide(KeyedHashes.layer(config)),
              Layer.provideMerge(Layer.succeed(SqlDatabase, database)),
              Layer.provide(Layer.mergeAll(Layer.succeed(BackendConfig, config), BackendIds.layer)),
            )
            return yield* Effect.provide(work, layer)
          }),
        ).pipe(Effect.provide(silentLayer), Effect.provideService(Clock.Clock, time.clock)),
      )

    /** Seconds to wait, 0 if it was counted. */
    const tries = (count: number, ...each: ReadonlyArray<CountedTry>) =>
      Effect.flatMap(AttemptLimits, (limits) =>
        Effect.forEach(
          Array.from({ length: count }),
          () =>
            limits.take(...each).pipe(
              Effect.as(0),
              Effect.catchTag("Refused", ({ retryAfterSeconds }) =>
                Effect.succeed(retryAfterSeconds ?? 0),
              ),
            ),
          { concurrency: "unbounded" },
        ),
      )
    const refusals = (waits: ReadonlyArray<number>) => waits.filter((wait) => wait > 0)

    it("let so many attempts through, however many come at once, until the window has ended", async () => {
      const who = someone()
      const [first, before, after] = await asBackend(
        Effect.gen(function* () {
          const first = yield* tries(4 * MAILS, who)
          time.forward(HOUR_MS - 60_000)
          const before = yield* tries(1, who)
          time.forward(60_000)
          return [first, before, yield* tries(1, who)]
        }),
      )
      expect(refusals(first ?? [])).toHaveLength(3 * MAILS)
      expect(before?.[0]).toBeGreaterThan(0)
      expect(before?.[0]).toBeLessThanOrEqual(60)
      expect(after).toEqual([0])
    })

    it("forgive nothing when the backend restarts", async () => {
      const who = someone()
      expect(refusals(await asBackend(tries(MAILS, who)))).toEqual([])
      expect(refusals(await asBackend(tries(1, who)))).toHaveLength(1)
    })

    it("count none of several limits when one refuses, and not an attempt that is given back", async () => {
      const [one, other] = [someone(), someone()]
      const waits = await asBackend(
        Effect.gen(function* () {
          yield* tries(MAILS, one)
          yield* tries(MAILS, other, one)
          const limits = yield* AttemptLimits
          yield* limits.giveBack(one)
          return [...(yield* tries(1, one)), ...(yield* tries(MAILS, other))]
        }),
      )
      expect(refusals(waits)).toEqual([])
    })

    it("shut nobody out for longer than a window where the clock was ahead for a while", async () => {
      const who = someone()
      const after = await asBackend(
        Effect.gen(function* () {
          time.forward(30 * 24 * HOUR_MS)
          yield* tries(2 * MAILS, who)
          time.forward(-30 * 24 * HOUR_MS)
          return yield* tries(MAILS + 1, who)
        }),
      )
      expect(refusals(after)).toHaveLength(1)
    })

    it("count the addresses of one IPv6 /64 as one", async () => {
      const added = await asBackend(
        Effect.gen(function* () {
          const count = Effect.map(
            Effect.flatMap(SqlDatabase, ({ query }) => query(HASHES)),
            (rows) => rows.length,
          )
          const before = yield* count
          for (const address of ["2001:db8:0:64::1", "2001:db8:0:64::2", "2001:db8:0:65::1"])
            yield* tries(1, { limit: "refusedLinksPerAddress", address })
          return (yield* count) - before
        }),
      )
      expect(added).toBe(2)
    })

    it("keep no more windows than a limit may have, the most used ones", async () => {
      const hashes = Effect.map(
        Effect.flatMap(SqlDatabase, ({ query }) => query(HASHES)),
        (rows) => rows.map(({ name_hash }) => name_hash),
      )
      const { full, kept } = await asBackend(
        Effect.gen(function* () {
          const database = yield* SqlDatabase
          yield* deleteEndedWindows(database, 0)
          yield* tries(MAILS, someone())
          const full = yield* hashes
          for (let minute = 0; minute < 3; minute += 1) {
            time.forward(60_000)
            yield* tries(1, someone())
          }
          yield* deleteEndedWindows(database, 2)
          return { full, kept: yield* hashes }
        }),
      )
      expect(kept).toHaveLength(2)
      expect(kept).toEqual(expect.arrayContaining([...full]))
    })

    it("keep the window that guards a log-in, however many windows guests fill that end later", async () => {
      const account: CountedTry = {
        limit: "failedLogInsPerAccount",
        name: `${made++}@mail.example`,
      }
      const after = await asBackend(
        Effect.gen(function* () {
          const database = yield* SqlDatabase
          yield* deleteEndedWindows(database, 0)
          const now = yield* Clock.currentTimeMillis
          const withinMs = 24 * HOUR_MS
          yield* tries(20, account)
          for (let guest = 0; guest < 10; guest += 1) {
            const window = { limit: "freeTimePerBrowser", nameHash: `guest ${guest}`, withinMs }
            yield* addToWindow(database, window, HOUR_MS, now)
            yield* tries(1, { limit: "failedLogInsPerAccount", name: `${made++}@mail.example` })
          }
          yield* deleteEndedWindows(database, 5)
          return yield* tries(1, account)
        }),
      )
      expect(refusals(after)).toHaveLength(1)
    })

    it("keep no name, and nothing of a window that has ended", async () => {
      const { added, left } = await asBackend(
        Effect.gen(function* () {
          const hashes = Effect.map(
            Effect.flatMap(SqlDatabase, ({ query }) => query(HASHES)),
            (rows) => rows.map(({ name_hash }) => name_hash),
          )
          const before = new Set(yield* hashes)
          yield* tries(1, { limit: "failedLogInsPerAccount", name: `${made++}@mail.example` })
          const added = (yield* hashes).filter((hash) => !before.has(hash))
          time.forward(HOUR_MS)
          yield* deleteEndedWindows(yield* SqlDatabase)
          return { added, left: yield* hashes }
        }),
      )
      expect(added).toEqual([expect.stringMatching(/^[\w-]{43}$/u)])
      expect(left).not.toContain(added[0])
    })
  })
