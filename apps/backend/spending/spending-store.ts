/** Limits on buying and pauses in the database, and what a member bought. */
import { Effect, Schema } from "effect"
import { SPENDING_SPANS, type SpendingSpan } from "@foldcast/contracts/spending"
import { MAX_CENTS } from "@foldcast/contracts/units"
import type { SqlQueries } from "../db/database.ts"
import { only, statement, voidStatement } from "../db/statement.ts"
import { type BySpan, NO_LIMIT, SPAN_MS, type StoredLimit } from "./spending-limit.ts"

const LimitRow = Schema.Struct({
  span: Schema.Literals(SPENDING_SPANS),
  cents: Schema.NullOr(Schema.Int),
  next_cents: Schema.NullOr(Schema.Int),
  next_from: Schema.NullOr(Schema.Date),
})
const LIMITS = statement(
  LimitRow,
  "SELECT span, cents, next_cents, next_from FROM spending_limits WHERE member_id = $1",
)
const PUT = voidStatement(
  `INSERT INTO spending_limits (member_id, span, cents, next_cents, next_from)
   VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (member_id, span) DO UPDATE SET cents = $3, next_cents = $4, next_from = $5`,
)
const PAUSED_UNTIL = statement(
  Schema.Struct({ until: Schema.Date }),
  "SELECT until FROM spending_pauses WHERE member_id = $1",
)
/** Never ends earlier than before. */
const PAUSE = voidStatement(
  `INSERT INTO spending_pauses (member_id, until) VALUES ($1, $2)
   ON CONFLICT (member_id) DO UPDATE SET until = greatest(spending_pauses.until, $2)`,
)
/** Open payments count: each may still be paid. What was withdrawn from does not. No sum is larger than an answer can say. */
const BOUGHT = statement(
  Schema.Struct({ day: Schema.Int, week: Schema.Int, month: Schema.Int }),
  `SELECT
     least(coalesce(sum(amount_cents) FILTER (WHERE state = 'open' OR settled_at > $2), 0), $5)::bigint AS day,
     least(coalesce(sum(amount_cents) FILTER (WHERE state = 'open' OR settled_at > $3), 0), $5)::bigint AS week,
     least(coalesce(sum(amount_cents), 0), $5)::bigint AS month
   FROM payment_sessions
   WHERE member_id = $1 AND state <> 'failed' AND withdrawn_at IS NULL AND (state = 'open' OR settled_at > $4)`,
)
const DELETE_LIMITS = voidStatement("DELETE FROM spending_limits WHERE member_id = $1")
const DELETE_PAUSE = voidStatement("DELETE FROM spending_pauses WHERE member_id = $1")

const storedLimit = ({ cents, next_cents, next_from }: typeof LimitRow.Type): StoredLimit => ({
  cents,
  next: next_from === null ? null : { cents: next_cents, from: next_from.getTime() },
})

export const limitsOf = (queries: SqlQueries, memberId: string) =>
  Effect.map(queries.query(LIMITS, [memberId]), (rows): BySpan<StoredLimit> => {
    const limitOf = (span: SpendingSpan) => {
      const row = rows.find((one) => one.span === span)
      return row === undefined ? NO_LIMIT : storedLimit(row)
    }
    return { day: limitOf("day"), week: limitOf("week"), month: limitOf("month") }
  })

export const putLimit = (
  queries: SqlQueries,
  memberId: string,
  span: SpendingSpan,
  { cents, next }: StoredLimit,
) =>
  queries.query(PUT, [
    memberId,
    span,
    cents,
    next?.cents ?? null,
    next === null ? null : new Date(next.from),
  ])

/** Null: no pause now. */
export const pausedUntil = (queries: SqlQueries, memberId: string, now: number) =>
  Effect.map(queries.query(PAUSED_UNTIL, [memberId]), ([row]) => {
    const until = row?.until.getTime() ?? 0
    return until > now ? until : null
  })

export const pauseUntil = (queries: SqlQueries, memberId: string, until: number) =>
  queries.query(PAUSE, [memberId, new Date(until)])

/** Euro cents by span. */
export const boughtBy = (queries: SqlQueries, memberId: string, now: number) => {
  const since = (span: SpendingSpan) => new Date(now - SPAN_MS[span])
  return Effect.map(
    queries.query(BOUGHT, [memberId, since("day"), since("week"), since("month"), MAX_CENTS]),
    only,
  )
}

export const deleteSpendingOf = (queries: SqlQueries, memberId: string) =>
  Effect.andThen(queries.query(DELETE_LIMITS, [memberId]), queries.query(DELETE_PAUSE, [memberId]))
