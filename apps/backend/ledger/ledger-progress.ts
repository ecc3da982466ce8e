/** The progress of the ledger's checks and their findings, in the database, so that a restart forgets neither. */
import { Effect, Schema } from "effect"
import type { SqlQueries } from "../db/database.ts"
import { voidStatement, only, statement } from "../db/statement.ts"
import { type LedgerFaults, STILL_FAULTY } from "./ledger-check.ts"

export interface LedgerProgress {
  /** The first writer whose new transfers have not been checked. */
  readonly newThrough: number
  readonly full: FullCheck
}

/** A full check reads the transfers, then the accounts. */
export interface FullCheck {
  /** When the running full check began; null between two. */
  readonly beganAt: Date | null
  readonly transfer: string
  readonly account: string
  /** When the last complete full check began; null: none yet. */
  readonly asOf: Date | null
}

const READ = statement(
  Schema.Struct({
    new_through: Schema.Int,
    full_began_at: Schema.NullOr(Schema.Date),
    full_transfer: Schema.String,
    full_account: Schema.String,
    full_as_of: Schema.NullOr(Schema.Date),
    horizon: Schema.Int,
  }),
  `SELECT new_through, full_began_at, full_transfer, full_account, full_as_of,
     pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS horizon
   FROM ledger_progress`,
)
const WRITE = voidStatement(
  `UPDATE ledger_progress SET new_through = $1, full_began_at = $2, full_transfer = $3,
     full_account = $4, full_as_of = $5`,
)
const NOTE = voidStatement(
  `INSERT INTO ledger_faults (kind, id, found_at)
   SELECT $1, jsonb_array_elements_text($2::jsonb), $3 ON CONFLICT DO NOTHING`,
)
const DELETE_MENDED = voidStatement(`DELETE FROM ledger_faults f WHERE NOT (${STILL_FAULTY})`)
const COUNT = statement(
  Schema.Struct({ lopsided: Schema.Int, drifted: Schema.Int }),
  `SELECT count(*) FILTER (WHERE kind = 'lopsided') AS lopsided,
          count(*) FILTER (WHERE kind = 'drifted') AS drifted FROM ledger_faults`,
)

/**
 * `horizon`: the first writer that may still be writing. In a database that was restored elsewhere the numbers begin
 * anew: its new transfers begin at its horizon, and the next full check covers the rest.
 */
export const readProgress = Effect.fn("ledger.readProgress")(function* (queries: SqlQueries) {
  const row = only(yield* queries.query(READ))
  const progress: LedgerProgress = {
    newThrough: Math.min(row.new_through, row.horizon),
    full: {
      beganAt: row.full_began_at,
      transfer: row.full_transfer,
      account: row.full_account,
      asOf: row.full_as_of,
    },
  }
  return { progress, horizon: row.horizon }
})

export const writeProgress = (queries: SqlQueries, { newThrough, full }: LedgerProgress) =>
  queries.query(WRITE, [newThrough, full.beganAt, full.transfer, full.account, full.asOf])

export const recordFaults = Effect.fn("ledger.noteFaults")(function* (
  queries: SqlQueries,
  { lopsided, drifted }: LedgerFaults,
  at: Date,
) {
  if (lopsided.length > 0) yield* queries.query(NOTE, ["lopsided", JSON.stringify(lopsided), at])
  if (drifted.length > 0) yield* queries.query(NOTE, ["drifted", JSON.stringify(drifted), at])
})

/** Counts the faults that are still there and forgets the others. */
export const countFaults = Effect.fn("ledger.countFaults")(function* (queries: SqlQueries) {
  yield* queries.query(DELETE_MENDED)
  return only(yield* queries.query(COUNT))
})
