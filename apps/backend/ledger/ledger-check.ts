/**
 * Does the ledger add up? One statement, so one moment: all entries sum to zero, every transfer has its
 * two sides, every balance is the sum of its entries. Run by tests, and by ledger-watch.ts while running.
 */
import { Effect, Schema } from "effect"
import type { Queries } from "../db/database.ts"
import { statement } from "../db/statement.ts"

export const LedgerSums = Schema.Struct({
  /** The sum of all entries; 0 where nothing is wrong. */
  total: Schema.Int,
  /** Transfers whose entries are not one debit and one credit of its amount. */
  lopsided: Schema.Int,
  /** Members' accounts whose balance is not the sum of their entries. */
  drifted: Schema.Int,
  accounts: Schema.Int,
  transfers: Schema.Int,
})
export type LedgerSums = typeof LedgerSums.Type

const SUMS = statement(
  LedgerSums,
  `SELECT
    (SELECT coalesce(sum(amount), 0) FROM entries) AS total,
    (SELECT count(*) FROM transfers t LEFT JOIN LATERAL (
        SELECT count(*) AS sides,
               bool_and((account_id = t.debit AND amount = -t.amount)
                     OR (account_id = t.credit AND amount = t.amount)) AS fits
        FROM entries WHERE transfer_id = t.id) e ON true
      WHERE e.sides <> 2 OR NOT e.fits) AS lopsided,
    (SELECT count(*) FROM accounts a LEFT JOIN (
        SELECT account_id, sum(amount) AS balance FROM entries GROUP BY account_id) e
        ON e.account_id = a.id
      WHERE a.balance IS NOT NULL AND a.balance <> coalesce(e.balance, 0)) AS drifted,
    (SELECT count(*) FROM accounts WHERE member_id IS NOT NULL) AS accounts,
    (SELECT count(*) FROM transfers) AS transfers`,
)

export const addsUp = ({ total, lopsided, drifted }: LedgerSums): boolean =>
  total === 0 && lopsided === 0 && drifted === 0

export const checkLedger = (queries: Queries) =>
  queries
    .query(SUMS)
    .pipe(
      Effect.flatMap(([sums]) =>
        sums === undefined ? Effect.die(new Error("no sums")) : Effect.succeed(sums),
      ),
    )
