/**
 * Paid sessions in the database, one row each. A member has at most one open session, and beside it at most one VIP
 * hold.
 */
import { Effect, Schema } from "effect"
import type { SqlQueries } from "../../db/database.ts"
import { voidStatement, statement } from "../../db/statement.ts"

const BEGIN = voidStatement(
  `INSERT INTO paid_time (session_id, member_id, performer_id, mode, credits_per_minute, began_at, is_hold)
   VALUES ($1, $2, $3, $4, $5, $6, $7)`,
)
const PAID = voidStatement(
  `UPDATE paid_time SET intervals = $2, paid = paid + $3, seen_ms = $4
   WHERE session_id = $1 AND ended_at IS NULL`,
)
const END = voidStatement(
  `UPDATE paid_time SET ended_at = $2, seconds = $3, credits = $4, reason = $5, unanswered = $6
   WHERE session_id = $1 AND ended_at IS NULL`,
)

const OpenPaidSessionRow = Schema.Struct({
  session_id: Schema.String,
  member_id: Schema.String,
  credits_per_minute: Schema.Int,
  intervals: Schema.Int,
  paid: Schema.Int,
  seen_ms: Schema.Int,
})
export type OpenPaidSessionRow = typeof OpenPaidSessionRow.Type

const COLUMNS = "session_id, member_id, credits_per_minute, intervals, paid, seen_ms"
const OPEN = statement(
  OpenPaidSessionRow,
  `SELECT ${COLUMNS} FROM paid_time WHERE session_id = $1 AND ended_at IS NULL FOR UPDATE`,
)
const ENDED = statement(
  Schema.Struct({ seconds: Schema.Int, credits: Schema.Int, intervals: Schema.Int }),
  "SELECT seconds, credits, intervals FROM paid_time WHERE session_id = $1 AND ended_at IS NOT NULL",
)
const ALL_OPEN = statement(
  Schema.Struct({ session_id: Schema.String }),
  "SELECT session_id FROM paid_time WHERE ended_at IS NULL ORDER BY began_at LIMIT 1000",
)

export interface NewPaidSession {
  readonly session: string
  readonly memberId: string
  readonly performerId: string
  readonly mode: "chat" | "vip"
  readonly creditsPerMinute: number
}

/** `isHold`: an accepted VIP that is not joined yet. */
export const insertPaidTime = (
  queries: SqlQueries,
  beginning: NewPaidSession,
  at: Date,
  isHold = false,
) => {
  const { session, memberId, performerId, mode, creditsPerMinute } = beginning
  return queries.query(BEGIN, [session, memberId, performerId, mode, creditsPerMinute, at, isHold])
}

export interface IntervalProgress {
  readonly intervals: number
  /** Credits of the interval just paid. */
  readonly price: number
  readonly seenMs: number
}

export const recordInterval = (
  queries: SqlQueries,
  session: string,
  { intervals, price, seenMs }: IntervalProgress,
) => queries.query(PAID, [session, intervals, price, Math.floor(seenMs)])

export interface PaidSessionEnd {
  readonly seconds: number
  readonly credits: number
  readonly reason: string
  /** It ended unanswered while video was shown. */
  readonly isUnanswered: boolean
}

export const recordEnd = (
  queries: SqlQueries,
  session: string,
  { seconds, credits, reason, isUnanswered }: PaidSessionEnd,
  at: Date,
) => queries.query(END, [session, at, seconds, credits, reason, isUnanswered])

const HELD = statement(
  Schema.Struct({ session_id: Schema.String }),
  "SELECT session_id FROM paid_time WHERE member_id = $1 AND is_hold AND ended_at IS NULL",
)
const USE_HOLD = statement(
  Schema.Struct({ session_id: Schema.String }),
  `UPDATE paid_time SET is_hold = false WHERE session_id = $1 AND is_hold AND ended_at IS NULL
   RETURNING session_id`,
)

/** Whether this member has an open VIP hold. */
export const hasVipHold = (queries: SqlQueries, memberId: string) =>
  Effect.map(queries.query(HELD, [memberId]), (rows) => rows.length > 0)

/** Turns the hold into a running session. False where it has ended. */
export const convertVipHold = (queries: SqlQueries, session: string) =>
  Effect.map(queries.query(USE_HOLD, [session]), (rows) => rows.length > 0)

/** The open session, locked until the transaction ends; none where it has ended. */
export const lockOpenSession = (queries: SqlQueries, session: string) =>
  queries.query(OPEN, [session])

/** The receipt of a session that has ended. */
export const receiptOf = (queries: SqlQueries, session: string) => queries.query(ENDED, [session])

/** A page of open sessions. */
export const openSessions = (queries: SqlQueries) => queries.query(ALL_OPEN)
