/** Payment sessions in the database. */
import { Array as Arr, Effect, Schema } from "effect"
import { Locale } from "@foldcast/contracts/units"
import type { SqlQueries } from "../db/database.ts"
import { voidStatement, only, statement } from "../db/statement.ts"
import type { BankNotice } from "./bank-protocol.ts"
import { type SettlementDecision, FOR_REVIEW } from "./settlement.ts"

const about = {
  id: Schema.String,
  member_id: Schema.String,
  bundle_id: Schema.String,
  /** Euro cents. */
  amount_cents: Schema.Int,
  credits: Schema.Int,
  /** The language in which it was opened. */
  lang: Locale,
}

export const PaymentSession = Schema.Union([
  Schema.Struct({ ...about, state: Schema.Literal("open") }),
  Schema.Struct({
    ...about,
    state: Schema.Literal("paid"),
    transaction_id: Schema.String,
    withdrawn_at: Schema.NullOr(Schema.Date),
  }),
  Schema.Struct({ ...about, state: Schema.Literal("failed"), reason_code: Schema.Int }),
])
export type PaymentSession = typeof PaymentSession.Type

const COLUMNS =
  "id, member_id, bundle_id, amount_cents, credits, lang, state, reason_code, transaction_id, withdrawn_at"

const INSERT = voidStatement(
  `INSERT INTO payment_sessions
     (id, member_id, bundle_id, payment_method, device, amount_cents, credits, lang, opened_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
)
const BY_ID = statement(PaymentSession, `SELECT ${COLUMNS} FROM payment_sessions WHERE id = $1`)
const LOCK = statement(
  PaymentSession,
  `SELECT ${COLUMNS} FROM payment_sessions WHERE id = $1 FOR NO KEY UPDATE`,
)
const PAID_ONCE = statement(
  Schema.Struct({ id: Schema.String }),
  "SELECT id FROM payment_sessions WHERE member_id = $1 AND state = 'paid' LIMIT 1",
)
const PAY = voidStatement(
  `UPDATE payment_sessions
   SET state = 'paid', transaction_id = $2, reason_code = NULL, settled_at = $3 WHERE id = $1`,
)
const FAIL = voidStatement(
  "UPDATE payment_sessions SET state = 'failed', reason_code = $2, settled_at = $3 WHERE id = $1",
)
const REFUND = voidStatement(
  "UPDATE payment_sessions SET refunded_at = $2 WHERE id = $1 AND refunded_at IS NULL",
)
const PAID_ELSEWHERE = statement(
  Schema.Struct({ found: Schema.Boolean }),
  `SELECT EXISTS (SELECT FROM payment_sessions WHERE transaction_id = $1 AND id <> $2) AS found`,
)
/** A repeated notice keeps the first decision. */
const NOTE = statement(
  Schema.Struct({ looked: Schema.Boolean }),
  `INSERT INTO bank_notices
     (session_id, transaction_id, status, amount_cents, decision, first_at, last_at)
   VALUES ($1, $2, $3, $4, $5, $6, $6)
   ON CONFLICT (session_id, transaction_id, status, amount_cents)
   DO UPDATE SET last_at = $6, times = bank_notices.times + 1
   RETURNING looked_at IS NOT NULL AS looked`,
)
const PUT_RIGHT = voidStatement(
  `UPDATE bank_notices SET looked_at = $3
   WHERE session_id = $1 AND transaction_id = $2 AND decision = 'wrong-amount' AND looked_at IS NULL`,
)
const FOR_PEOPLE_NOW = statement(
  Schema.Struct({ count: Schema.Int }),
  `SELECT count(*) AS count FROM bank_notices
   WHERE looked_at IS NULL AND decision IN (${FOR_REVIEW.map((decision) => `'${decision}'`).join(", ")})`,
)
const STALE = statement(
  Schema.Struct({ id: Schema.String }),
  "SELECT id FROM payment_sessions WHERE state = 'open' AND opened_at < $1 ORDER BY opened_at LIMIT 100",
)

export interface NewPaymentSession {
  readonly id: string
  readonly memberId: string
  readonly bundleId: string
  readonly paymentMethod: string
  readonly device: string
  /** Euro cents. */
  readonly amountCents: number
  readonly credits: number
  readonly lang: Locale
  readonly at: Date
}

export const insertSession = (queries: SqlQueries, session: NewPaymentSession) =>
  queries.query(INSERT, [
    session.id,
    session.memberId,
    session.bundleId,
    session.paymentMethod,
    session.device,
    session.amountCents,
    session.credits,
    session.lang,
    session.at,
  ])

export const sessionById = (queries: SqlQueries, id: string) =>
  queries.query(BY_ID, [id]).pipe(Effect.map(Arr.head))

/** Whether any payment of this member went through. */
export const hasPaid = (queries: SqlQueries, memberId: string) =>
  queries.query(PAID_ONCE, [memberId]).pipe(Effect.map((rows) => rows.length > 0))

/** Locked until the transaction ends. */
export const lockSession = (queries: SqlQueries, id: string) =>
  queries.query(LOCK, [id]).pipe(Effect.map(Arr.head))

export const markPaid = (queries: SqlQueries, id: string, transactionId: string, at: Date) =>
  queries.query(PAY, [id, transactionId, at])

export const markFailed = (queries: SqlQueries, id: string, reasonCode: number, at: Date) =>
  queries.query(FAIL, [id, reasonCode, at])

export const markRefunded = (queries: SqlQueries, id: string, at: Date) =>
  queries.query(REFUND, [id, at])

/** Whether another session was paid with this transaction. */
export const isPaidElsewhere = (queries: SqlQueries, { transactionId, sessionId }: BankNotice) =>
  queries
    .query(PAID_ELSEWHERE, [transactionId, sessionId])
    .pipe(Effect.map((rows) => only(rows).found))

/** Answers whether a person, or a later notice, has resolved it already. */
export const recordNotice = (
  queries: SqlQueries,
  notice: BankNotice,
  decision: SettlementDecision,
  at: Date,
) =>
  queries
    .query(NOTE, [
      notice.sessionId,
      notice.transactionId,
      notice.status,
      notice.amountCents,
      decision,
      at,
    ])
    .pipe(Effect.map((rows) => only(rows).looked))

/** The right amount has arrived for this transaction. */
export const resolveWrongAmount = (
  queries: SqlQueries,
  { sessionId, transactionId }: BankNotice,
  at: Date,
) => queries.query(PUT_RIGHT, [sessionId, transactionId, at])

/** Notices that need a person's review. */
export const countForReview = (queries: SqlQueries) =>
  queries.query(FOR_PEOPLE_NOW).pipe(Effect.map((rows) => only(rows).count))

/** Open sessions that were opened before then; at most a hundred, the oldest first. */
export const openSince = (queries: SqlQueries, before: Date) =>
  queries.query(STALE, [before]).pipe(Effect.map((rows) => rows.map(({ id }) => id)))
