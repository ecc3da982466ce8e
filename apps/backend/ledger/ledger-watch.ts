/**
 * Checks the ledger while the backend runs: new transfers in every round, and a slice of everything, so that full
 * checks end however large the ledger is. A fault counts until it is repaired. /health/ready reports the state: a
 * check that is too old is as bad as a failed one.
 */
import { Clock, Context, Effect, Layer, Ref } from "effect"
import { monotonicMillis } from "@foldcast/clock/monotonic-time"
import { BackendConfig } from "../config.ts"
import { SqlDatabase, type SqlQueries } from "../db/database.ts"
import { checkAccountsAfter, checkNew, checkTransfersAfter } from "./ledger-check.ts"
import {
  countFaults,
  type FullCheck,
  recordFaults,
  readProgress,
  writeProgress,
} from "./ledger-progress.ts"
import { steadyRound } from "../steady-round.ts"

/** Numbers of faults. */
export interface FaultCounts {
  readonly lopsided: number
  readonly drifted: number
}

export interface LedgerState {
  /** No faults, and all checks are recent. */
  readonly addsUp: boolean
  readonly faults: FaultCounts
  /** When what is new was last checked. */
  readonly checkedAt: Date
  readonly checkedAgoMs: number
  /** When everything that existed at this moment was checked; null: not yet. */
  readonly fullAsOf: Date | null
}

export interface LedgerWatchShape {
  /** Null until the first check has ended. */
  readonly state: Effect.Effect<LedgerState | null>
}

/** The time between the beginnings of two full checks. */
const FULL_EVERY_MS = 3_600_000
/** Without a finished full check for so long, the ledger counts as unchecked. */
const FULL_MAX_AGE_MS = 24 * 3_600_000
/** Milliseconds that one round spends on slices, plus at most one slice. */
const SLICES_MS = 500

/** How old the check of new transfers may become. */
const maxAgeMs = (everyMs: number): number => 3 * everyMs + 30_000

export interface LedgerAges {
  readonly faults: FaultCounts
  readonly checkedAgoMs: number
  readonly fullAgoMs: number
}

const nothingIsWrong = ({ lopsided, drifted }: FaultCounts): boolean =>
  lopsided === 0 && drifted === 0

/** No faults, and all checks are recent. Pure. */
export const isSound = (
  { faults, checkedAgoMs, fullAgoMs }: LedgerAges,
  everyMs: number,
): boolean =>
  nothingIsWrong(faults) && checkedAgoMs <= maxAgeMs(everyMs) && fullAgoMs <= FULL_MAX_AGE_MS

/** Checks the next slice. */
const nextSlice = Effect.fnUntraced(function* (
  queries: SqlQueries,
  full: FullCheck & { readonly beganAt: Date },
  at: Date,
) {
  const transfers = yield* checkTransfersAfter(queries, full.transfer)
  yield* recordFaults(queries, transfers.faults, at)
  if (transfers.last !== null) return { ...full, transfer: transfers.last }
  const accounts = yield* checkAccountsAfter(queries, full.account)
  yield* recordFaults(queries, accounts.faults, at)
  if (accounts.last !== null) return { ...full, account: accounts.last }
  return { beganAt: null, transfer: "", account: "", asOf: full.beganAt }
})

const isDue = ({ asOf }: FullCheck, now: number) =>
  asOf === null || Math.abs(now - asOf.getTime()) >= FULL_EVERY_MS

const furtherThroughAll = Effect.fnUntraced(function* (queries: SqlQueries, before: FullCheck) {
  const at = new Date(yield* Clock.currentTimeMillis)
  const until = (yield* monotonicMillis) + SLICES_MS
  let full: FullCheck =
    before.beganAt === null && isDue(before, at.getTime()) ? { ...before, beganAt: at } : before
  while (full.beganAt !== null) {
    full = yield* nextSlice(queries, { ...full, beganAt: full.beganAt }, at)
    if ((yield* monotonicMillis) >= until) break
  }
  return full
})

/** One round. */
export const checkOnce = Effect.fn("ledger.checkOnce")(function* (queries: SqlQueries) {
  const at = new Date(yield* Clock.currentTimeMillis)
  const { progress, horizon } = yield* readProgress(queries)
  yield* recordFaults(queries, yield* checkNew(queries, progress.newThrough, horizon), at)
  const full = yield* furtherThroughAll(queries, progress.full)
  yield* writeProgress(queries, { newThrough: horizon, full })
  const faults = yield* countFaults(queries)
  return { at, faults, fullAsOf: full.asOf }
})

interface Checked extends Effect.Success<ReturnType<typeof checkOnce>> {
  /** By the monotonic clock, which corrections of the wall clock do not move. */
  readonly atMonotonicMs: number
}

export class LedgerWatch extends Context.Service<LedgerWatch, LedgerWatchShape>()(
  "backend/LedgerWatch",
) {
  static readonly layer = Layer.effect(
    LedgerWatch,
    Effect.gen(function* () {
      const { ledgerCheckMs } = yield* BackendConfig
      const database = yield* SqlDatabase
      const started = yield* monotonicMillis
      const last = yield* Ref.make<Checked | null>(null)

      const check = Effect.gen(function* () {
        const checked = yield* checkOnce(database)
        yield* Ref.set(last, { ...checked, atMonotonicMs: yield* monotonicMillis })
        const { faults } = checked
        if (!nothingIsWrong(faults)) yield* Effect.logFatal("the ledger does not add up", faults)
      })

      const state = Effect.gen(function* () {
        const checked = yield* Ref.get(last)
        if (checked === null) return null
        const { at, faults, fullAsOf, atMonotonicMs } = checked
        const now = yield* monotonicMillis
        const checkedAgoMs = now - atMonotonicMs
        const fullAgoMs =
          fullAsOf === null ? now - started : (yield* Clock.currentTimeMillis) - fullAsOf.getTime()
        const state: LedgerState = {
          addsUp: isSound({ faults, checkedAgoMs, fullAgoMs }, ledgerCheckMs),
          faults,
          checkedAt: at,
          checkedAgoMs,
          fullAsOf,
        }
        return state
      })

      yield* check.pipe(
        Effect.catch((error) => Effect.logWarning("the ledger check waits", error.message)),
        steadyRound("the ledger check"),
        Effect.andThen(Effect.sleep(ledgerCheckMs)),
        Effect.forever,
        Effect.forkScoped,
      )
      return LedgerWatch.of({ state })
    }),
  )
}
