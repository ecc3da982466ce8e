/**
 * A member's own movements, newest first, in pages. The cursor is an entry's number within its account: it tells
 * nothing of other accounts, and a made-up one still shows the member's own.
 */
import { Effect, Schema } from "effect"
import { VIP_HOLD_STATES } from "@foldcast/contracts/upstream/member-api"
import type { SqlQueries } from "../db/database.ts"
import { statement } from "../db/statement.ts"
import { memberAccount } from "./accounts.ts"
import { GRANTED_SINCE } from "./untouched.ts"

const Row = Schema.Struct({
  id: Schema.String,
  at: Schema.Date,
  number: Schema.Int,
  amount: Schema.Int,
  balance: Schema.Int,
  reason: Schema.String,
  session_id: Schema.NullOr(Schema.String),
  mode: Schema.NullOr(Schema.String),
  session_credits: Schema.NullOr(Schema.Int),
  session_seconds: Schema.NullOr(Schema.Int),
  session_movements: Schema.NullOr(Schema.Int),
  session_hold: Schema.NullOr(Schema.Literals(VIP_HOLD_STATES)),
  performer_id: Schema.NullOr(Schema.String),
  username: Schema.NullOr(Schema.String),
  transaction_id: Schema.NullOr(Schema.String),
  paid_cents: Schema.NullOr(Schema.Int),
  /** Of a purchase: its payment session, and when it was paid, where nothing of it is spent. */
  untouched_session: Schema.NullOr(Schema.String),
  untouched_since: Schema.NullOr(Schema.Date),
})
export type StoredMovement = typeof Row.Type

/** Until a session ends, its cost is what was prepaid; the rest is returned at its end. */
const PAGE = statement(
  Row,
  `SELECT t.id, t.at, e.number, e.amount, e.balance, t.reason,
          s.session_id, s.mode, coalesce(s.credits, s.paid) AS session_credits,
          s.seconds AS session_seconds,
          s.intervals + CASE WHEN s.credits < s.paid THEN 1 ELSE 0 END AS session_movements,
          CASE WHEN NOT s.is_hold THEN NULL WHEN s.ended_at IS NULL THEN 'held'
               WHEN s.credits > 0 THEN 'kept' ELSE 'returned' END AS session_hold,
          coalesce(s.performer_id, tipped.about) AS performer_id, p.username, b.transaction_id,
          b.amount_cents AS paid_cents,
          CASE WHEN untouched.so THEN b.id END AS untouched_session,
          CASE WHEN untouched.so THEN b.settled_at END AS untouched_since
   FROM entries e
   JOIN transfers t ON t.id = e.transfer_id
   LEFT JOIN LATERAL (SELECT t.about WHERE t.reason IN ('tip', 'toy-tip')) tipped ON true
   LEFT JOIN paid_time s
     ON t.reason IN ('paid-time', 'paid-time-returned', 'vip-hold') AND s.session_id = t.about
   LEFT JOIN payment_sessions b ON t.reason IN ('bundle', 'withdrawal') AND b.id = t.about
   LEFT JOIN LATERAL (
     SELECT a.balance >= ${GRANTED_SINCE} AS so FROM accounts a WHERE a.id = e.account_id
       AND t.reason = 'bundle' AND b.withdrawn_at IS NULL AND b.settled_at > $4
   ) untouched ON true
   LEFT JOIN performers p ON p.id = coalesce(s.performer_id, tipped.about)
   WHERE e.account_id = $1 AND e.number < $2
   ORDER BY e.number DESC LIMIT $3`,
)

/** Above every number that an entry can have. */
const BEFORE_NONE = Number.MAX_SAFE_INTEGER

export interface StoredMovementsPage {
  readonly rows: ReadonlyArray<StoredMovement>
  /** The next cursor; null where nothing follows. */
  readonly next: number | null
}

/** Entries before this number; the newest where it is null. */
export const movementsOf = Effect.fn("ledger.movementsOf")(function* (
  queries: SqlQueries,
  memberId: string,
  {
    before,
    limit,
    withdrawableSince,
  }: {
    readonly before: number | null
    readonly limit: number
    /** Purchases paid since then may be withdrawn from. */
    readonly withdrawableSince: Date
  },
) {
  const found = yield* queries.query(PAGE, [
    memberAccount(memberId),
    before ?? BEFORE_NONE,
    limit + 1,
    withdrawableSince,
  ])
  const rows = found.slice(0, limit)
  const page: StoredMovementsPage = {
    rows,
    next: found.length > limit ? (rows.at(-1)?.number ?? null) : null,
  }
  return page
})
