/**
 * Checks the ledger: the two entries of every transfer sum to zero, and every member's balance is the sum of its
 * entries. It reads pages of one statement each, so each page is consistent, and a page costs the same however large
 * the ledger is.
 */
import { Effect, Schema } from "effect"
import type { SqlQueries, QueryError } from "../db/database.ts"
import { only, statement } from "../db/statement.ts"

const Ids = Schema.Array(Schema.String)

export interface LedgerFaults {
  /** Transfers whose entries are not one debit and one credit of its amount. */
  readonly lopsided: ReadonlyArray<string>
  /** Members' accounts whose balance is not the sum of their entries. */
  readonly drifted: ReadonlyArray<string>
}

/** Rows of one page. */
export const PAGE = 1_000

/** Of a table with the columns of `transfers`. */
const lopsidedIn = (transfers: string) =>
  `SELECT t.id FROM ${transfers} t CROSS JOIN LATERAL (
     SELECT count(*) AS sides,
            bool_and((account_id = t.debit AND amount = -t.amount)
                  OR (account_id = t.credit AND amount = t.amount)) AS fits
     FROM entries WHERE transfer_id = t.id) e
   WHERE e.sides <> 2 OR NOT e.fits`

/** Of a table with the columns of `accounts`; the house's carry no balance. */
const driftedIn = (accounts: string) =>
  `SELECT a.id FROM ${accounts} a
   WHERE a.balance IS NOT NULL AND a.balance <>
     (SELECT coalesce(sum(e.amount), 0) FROM entries e WHERE e.account_id = a.id)`

const listOf = (ids: string) => `(SELECT coalesce(jsonb_agg(id), '[]') FROM (${ids}) faulty)`

const NewPage = Schema.Struct({
  lopsided: Ids,
  drifted: Ids,
  last_writer: Schema.NullOr(Schema.Int),
  last_id: Schema.NullOr(Schema.String),
})
const NEW = statement(
  NewPage,
  `WITH page AS MATERIALIZED (
     SELECT * FROM transfers WHERE (written_by, id) > ($1, $2) AND written_by < $3
     ORDER BY written_by, id LIMIT ${PAGE}),
   touched AS (
     SELECT * FROM accounts WHERE id IN (SELECT debit FROM page UNION SELECT credit FROM page))
   SELECT ${listOf(lopsidedIn("page"))} AS lopsided, ${listOf(driftedIn("touched"))} AS drifted,
     (SELECT written_by FROM page ORDER BY written_by DESC, id DESC LIMIT 1) AS last_writer,
     (SELECT id FROM page ORDER BY written_by DESC, id DESC LIMIT 1) AS last_id`,
)

const LedgerSlice = Schema.Struct({ faulty: Ids, last: Schema.NullOr(Schema.String) })

const sliceOf = (table: "accounts" | "transfers", faultyIn: (table: string) => string) =>
  statement(
    LedgerSlice,
    `WITH page AS MATERIALIZED (SELECT * FROM ${table} WHERE id > $1 ORDER BY id LIMIT ${PAGE})
     SELECT ${listOf(faultyIn("page"))} AS faulty, (SELECT max(id) FROM page) AS last`,
  )
const TRANSFERS = sliceOf("transfers", lopsidedIn)
const ACCOUNTS = sliceOf("accounts", driftedIn)

/** A condition for rows of `ledger_faults f`: the fault is still there. */
export const STILL_FAULTY = `
  (f.kind = 'lopsided' AND EXISTS (${lopsidedIn("(SELECT * FROM transfers WHERE id = f.id)")}))
  OR (f.kind = 'drifted' AND EXISTS (${driftedIn("(SELECT * FROM accounts WHERE id = f.id)")}))`

export const addsUp = ({ lopsided, drifted }: LedgerFaults): boolean =>
  lopsided.length === 0 && drifted.length === 0

/** The transfers of the writers from `from` up to but not including `to`, and the balances that they changed. */
export const checkNew = Effect.fn("ledger.checkNew")(function* (
  queries: SqlQueries,
  from: number,
  to: number,
) {
  const lopsided: Array<string> = []
  const drifted = new Set<string>()
  let after: readonly [number, string] | null = [from, ""]
  while (after !== null) {
    const page: typeof NewPage.Type = yield* Effect.map(queries.query(NEW, [...after, to]), only)
    lopsided.push(...page.lopsided)
    for (const id of page.drifted) drifted.add(id)
    after =
      page.last_writer === null || page.last_id === null ? null : [page.last_writer, page.last_id]
  }
  const faults: LedgerFaults = { lopsided, drifted: [...drifted] }
  return faults
})

export interface LedgerSlice {
  readonly faults: LedgerFaults
  /** The last id of the page; null: it was empty. */
  readonly last: string | null
}

/** The transfers whose ids follow `id`, a page of them. */
export const checkTransfersAfter = (
  queries: SqlQueries,
  id: string,
): Effect.Effect<LedgerSlice, QueryError> =>
  Effect.map(queries.query(TRANSFERS, [id]), (rows) => {
    const { faulty, last } = only(rows)
    return { faults: { lopsided: faulty, drifted: [] }, last }
  })

/** The accounts whose ids follow `id`, a page of them. */
export const checkAccountsAfter = (
  queries: SqlQueries,
  id: string,
): Effect.Effect<LedgerSlice, QueryError> =>
  Effect.map(queries.query(ACCOUNTS, [id]), (rows) => {
    const { faulty, last } = only(rows)
    return { faults: { lopsided: [], drifted: faulty }, last }
  })

const everySlice = Effect.fnUntraced(function* (
  slice: (after: string) => Effect.Effect<LedgerSlice, QueryError>,
) {
  const found: Array<LedgerFaults> = []
  let after: string | null = ""
  while (after !== null) {
    const { faults, last }: LedgerSlice = yield* slice(after)
    found.push(faults)
    after = last
  }
  return found
})

/** The whole ledger, page after page. */
export const checkLedger = Effect.fn("ledger.check")(function* (queries: SqlQueries) {
  const found = [
    ...(yield* everySlice((after) => checkTransfersAfter(queries, after))),
    ...(yield* everySlice((after) => checkAccountsAfter(queries, after))),
  ]
  const faults: LedgerFaults = {
    lopsided: found.flatMap(({ lopsided }) => lopsided),
    drifted: found.flatMap(({ drifted }) => drifted),
  }
  return faults
})
