/**
 * The bank's transactions: the final result of each order, and how often the site has answered a callback about it. A
 * cancelled payment cannot be paid later, not even after a restart.
 *
 * SQLite with full synchronisation: a result that a payer has seen survives a power loss.
 */
import { mkdirSync } from "node:fs"
import { dirname } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { refundsIn } from "./refund-rows.ts"

const Row = Schema.Struct({
  session_id: Schema.String,
  transaction_id: Schema.String,
  status: Schema.Literals(["paid", "failed"]),
  reason_code: Schema.NullOr(Schema.Int),
  amount_cents: Schema.Int,
  callback_url: Schema.String,
  calls_wanted: Schema.Int,
  calls_answered: Schema.Int,
})
export type BankTransaction = typeof Row.Type
const decodeRows = Schema.decodeUnknownSync(Schema.Array(Row))

export interface NewTransaction {
  readonly sessionId: string
  readonly transactionId: string
  readonly status: "paid" | "failed"
  readonly reasonCode: number | null
  readonly amountCents: number
  readonly callbackUrl: string
  readonly calls: number
  readonly at: number
}

export interface StoredTransaction {
  readonly transaction: BankTransaction
  /** False: an earlier one stands. */
  readonly isNew: boolean
}

export interface TransactionsShape {
  readonly find: (sessionId: string) => Option.Option<BankTransaction>
  /** Inserts it unless its order has one already; answers the one that is stored. */
  readonly insert: (transaction: NewTransaction) => StoredTransaction
  /** The site has answered one more callback. */
  readonly markAnswered: (sessionId: string) => void
  /** Those with fewer answered callbacks than wanted ones. */
  readonly unanswered: () => ReadonlyArray<BankTransaction>
  /** Of those that were paid. */
  readonly refunds: ReturnType<typeof refundsIn>
}

const TABLE = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS transactions (
    session_id TEXT PRIMARY KEY,
    transaction_id TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL,
    reason_code INTEGER,
    amount_cents INTEGER NOT NULL,
    callback_url TEXT NOT NULL,
    calls_wanted INTEGER NOT NULL,
    calls_answered INTEGER NOT NULL DEFAULT 0,
    decided_at INTEGER NOT NULL
  ) STRICT`

const open = (file: string | null) => {
  if (file !== null) mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const db = new DatabaseSync(file ?? ":memory:", { timeout: 5_000 })
  db.exec(TABLE)
  return db
}

const transactionsIn = (db: DatabaseSync): TransactionsShape => {
  const find = db.prepare("SELECT * FROM transactions WHERE session_id = ?")
  const insert = db.prepare(
    `INSERT INTO transactions (session_id, transaction_id, status, reason_code, amount_cents,
       callback_url, calls_wanted, decided_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  )
  const answer = db.prepare(
    "UPDATE transactions SET calls_answered = calls_answered + 1 WHERE session_id = ?",
  )
  const unanswered = db.prepare("SELECT * FROM transactions WHERE calls_answered < calls_wanted")
  const found = (sessionId: string) => Option.fromUndefinedOr(decodeRows(find.all(sessionId))[0])
  return {
    find: found,
    insert: (row) => {
      const { changes } = insert.run(
        row.sessionId,
        row.transactionId,
        row.status,
        row.reasonCode,
        row.amountCents,
        row.callbackUrl,
        row.calls,
        row.at,
      )
      return { transaction: Option.getOrThrow(found(row.sessionId)), isNew: changes === 1 }
    },
    markAnswered: (sessionId) => void answer.run(sessionId),
    unanswered: () => decodeRows(unanswered.all()),
    refunds: refundsIn(db),
  }
}

export class Transactions extends Context.Service<Transactions, TransactionsShape>()(
  "simulators/Transactions",
) {
  static readonly layer = (file: string | null) =>
    Layer.effect(
      Transactions,
      Effect.acquireRelease(
        Effect.sync(() => open(file)),
        (db) => Effect.sync(() => db.close()),
      ).pipe(Effect.map((db) => Transactions.of(transactionsIn(db)))),
    )
}
