/**
 * Waits after a member's last paid sessions: 1, 5, then 30 minutes before the next VIP request after VIP that was
 * accepted and let go, and an hour without paid rooms after three paid sessions within an hour that ended unanswered
 * while video was shown. They are computed from the stored sessions, so a restart forgets none.
 *
 * Invariants: a clock that jumps makes no wait longer; failures that are not the member's are not counted (ADR 0041).
 */
import { Clock, Effect, Schema } from "effect"
import type { SqlQueries } from "../../db/database.ts"
import { statement } from "../../db/statement.ts"
import { Refused } from "../../http/refused.ts"
import { pauseRefusal } from "../../spending/spending.ts"

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** By the number of lost holds within a day: one, two, more. */
const VIP_WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS] as const
/** The number of unanswered ends within an hour. */
const UNANSWERED_ENDS = 3

const Ends = Schema.Struct({ ended_at: Schema.Date })
/** Newest first, and no more than the rules need. */
const LET_GO = statement(
  Ends,
  `SELECT ended_at FROM paid_time
   WHERE member_id = $1 AND ended_at > $2 AND is_hold AND credits > 0
   ORDER BY ended_at DESC LIMIT ${VIP_WAITS_MS.length}`,
)
const UNANSWERED = statement(
  Ends,
  `SELECT ended_at FROM paid_time WHERE member_id = $1 AND ended_at > $2 AND unanswered
   ORDER BY ended_at DESC LIMIT ${UNANSWERED_ENDS}`,
)

/** Milliseconds left of a wait; never more than the whole. */
const leftOf = (waitMs: number, since: number, now: number): number =>
  Math.max(0, Math.min(waitMs, since + waitMs - now))

/** Ends in the future, written by a clock that was ahead, are left out. */
const past = (ends: ReadonlyArray<number>, now: number) => ends.filter((end) => end <= now)

/** `all`: newest first, in milliseconds. Pure. */
export const waitAfterLostHolds = (all: ReadonlyArray<number>, now: number): number => {
  const ends = past(all, now)
  const [newest] = ends
  const wait = VIP_WAITS_MS[Math.min(ends.length, VIP_WAITS_MS.length) - 1]
  return newest === undefined || wait === undefined ? 0 : leftOf(wait, newest, now)
}

/** The same for paid sessions that ended unanswered. Pure. */
export const pauseAfterUnanswered = (all: ReadonlyArray<number>, now: number): number => {
  const ends = past(all, now)
  const newest = ends[0]
  const third = ends[UNANSWERED_ENDS - 1]
  return newest === undefined || third === undefined || newest - third > HOUR_MS
    ? 0
    : leftOf(HOUR_MS, newest, now)
}

const endsOf = Effect.fnUntraced(function* (
  queries: SqlQueries,
  memberId: string,
  { of, withinMs }: { readonly of: typeof LET_GO; readonly withinMs: number },
) {
  const now = yield* Clock.currentTimeMillis
  const rows = yield* queries.query(of, [memberId, new Date(now - withinMs)])
  return { ends: rows.map(({ ended_at }) => ended_at.getTime()), now }
})

/** Milliseconds until this member may request VIP again. */
export const vipWaitMs = (queries: SqlQueries, memberId: string) =>
  Effect.map(endsOf(queries, memberId, { of: LET_GO, withinMs: DAY_MS }), ({ ends, now }) =>
    waitAfterLostHolds(ends, now),
  )

const refusedFor = (label: "vipLetGo" | "unansweredTooOften", waitMs: number) => {
  const waitSeconds = Math.ceil(waitMs / 1_000)
  return waitMs <= 0
    ? null
    : new Refused({ status: 429, label, waitSeconds, retryAfterSeconds: waitSeconds })
}

/** Null: this member may request VIP. */
export const vipRequestRefusal = Effect.fnUntraced(function* (
  queries: SqlQueries,
  memberId: string,
) {
  const paused = yield* pauseRefusal(queries, memberId)
  return paused ?? refusedFor("vipLetGo", yield* vipWaitMs(queries, memberId))
})

/** Null: this member may enter paid rooms. */
export const paidRoomRefusal = Effect.fnUntraced(function* (queries: SqlQueries, memberId: string) {
  const paused = yield* pauseRefusal(queries, memberId)
  if (paused !== null) return paused
  const of = { of: UNANSWERED, withinMs: 2 * HOUR_MS } as const
  const { ends, now } = yield* endsOf(queries, memberId, of)
  return refusedFor("unansweredTooOften", pauseAfterUnanswered(ends, now))
})
