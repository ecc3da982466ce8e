/**
 * What has to be true of the books, whatever happened: of every member, of every call, and of the ledger read from its
 * first entry to its last.
 */
import { Effect, Schema } from "effect"
import type { SqlQueries } from "@foldcast/backend/db/database"
import { statement } from "@foldcast/backend/db/statement"
import type { BankNotice } from "@foldcast/backend/payments/bank-protocol"
import type { OpenedSession } from "./payment-steps.ts"

/** Of one simulation's members, by the beginning of their ids. */
const MEMBERS = "m.id LIKE $1 || '%'"

const HOLDINGS = statement(
  Schema.Struct({
    id: Schema.String,
    balance: Schema.Int,
    bought: Schema.Int,
    paid: Schema.Int,
    withdrawn: Schema.Int,
    open_cents: Schema.Int,
    told: Schema.Int,
    mailed: Schema.Int,
  }),
  `SELECT m.id, a.balance, coalesce(p.bought, 0)::bigint AS bought, coalesce(p.paid, 0) AS paid,
     coalesce(p.withdrawn, 0) AS withdrawn, coalesce(p.open_cents, 0)::bigint AS open_cents,
     coalesce(o.told, 0) AS told, coalesce(l.mailed, 0) AS mailed
   FROM members m JOIN accounts a ON a.member_id = m.id
   LEFT JOIN (
     SELECT member_id, sum(credits) FILTER (WHERE state = 'paid' AND withdrawn_at IS NULL) AS bought,
       count(*) FILTER (WHERE state = 'paid') AS paid, count(withdrawn_at) AS withdrawn,
       sum(amount_cents) FILTER (WHERE state <> 'failed' AND withdrawn_at IS NULL) AS open_cents
     FROM payment_sessions GROUP BY member_id) p ON p.member_id = m.id
   LEFT JOIN (SELECT member_id, count(*) AS told FROM outbox WHERE event = 'bundle-bought'
     GROUP BY member_id) o ON o.member_id = m.id
   LEFT JOIN (SELECT member_id, count(*) AS mailed FROM mail_outbox GROUP BY member_id) l ON l.member_id = m.id
   WHERE ${MEMBERS}`,
)

export interface Books {
  /** Credits spent and not given back. */
  readonly spentBy: (member: string) => number
  /** Euro cents; null: none. */
  readonly limitOf: (member: string) => number | null
}

/** Null: every member has what they bought and did not spend, was told of it once, and keeps to their limit. */
export const memberFault = Effect.fnUntraced(function* (
  queries: SqlQueries,
  prefix: string,
  { spentBy, limitOf }: Books,
) {
  for (const member of yield* queries.query(HOLDINGS, [prefix])) {
    const { id, balance, bought, paid, withdrawn, told, mailed, open_cents: cents } = member
    const due = bought - spentBy(id)
    const limit = limitOf(id)
    if (balance !== due) return `${id} has ${balance} credits and should have ${due}`
    if (balance < 0) return `${id} has ${balance} credits`
    if (told !== paid || mailed !== paid + withdrawn) {
      return `${id} bought ${paid} times, withdrew ${withdrawn} times, was told ${told} times and mailed ${mailed} times`
    }
    if (limit !== null && cents > limit) {
      return `${id} has ${cents} cents open and may have ${limit}`
    }
  }
  return null
})

const PAID = statement(
  Schema.Struct({ id: Schema.String, transaction_id: Schema.String }),
  "SELECT id, transaction_id FROM payment_sessions WHERE state = 'paid' AND member_id LIKE $1 || '%'",
)

/** Null: each transaction paid one session, and every session is paid that was paid rightly, and no other. */
export const settlementFault = Effect.fnUntraced(function* (
  queries: SqlQueries,
  prefix: string,
  sessions: Iterable<OpenedSession>,
  said: ReadonlyArray<BankNotice>,
) {
  const paid = yield* queries.query(PAID, [prefix])
  if (new Set(paid.map((one) => one.transaction_id)).size < paid.length) {
    return "one transaction paid two sessions"
  }
  const paidIds = new Set(paid.map(({ id }) => id))
  const bySession = Map.groupBy(said, ({ sessionId }) => sessionId)
  const sessionsOf = Map.groupBy(said, ({ transactionId }) => transactionId)
  for (const { id, amountCents } of sessions) {
    const rightful = (bySession.get(id) ?? []).filter(
      (notice) => notice.status === "paid" && notice.amountCents === amountCents,
    )
    const isAlone = ({ transactionId }: BankNotice) =>
      (sessionsOf.get(transactionId) ?? []).every(({ sessionId }) => sessionId === id)
    if (paidIds.has(id) && rightful.length === 0) return `${id} is paid, and nobody paid it`
    if (!paidIds.has(id) && rightful.some(isAlone)) return `${id} was paid, and is not`
  }
  return null
})

const ENTRIES = statement(
  Schema.Struct({
    member: Schema.String,
    amount: Schema.Int,
    reason: Schema.String,
    about: Schema.NullOr(Schema.String),
  }),
  `SELECT m.id AS member, e.amount, t.reason, t.about
   FROM members m JOIN accounts a ON a.member_id = m.id JOIN entries e ON e.account_id = a.id
   JOIN transfers t ON t.id = e.transfer_id
   WHERE ${MEMBERS} ORDER BY m.id, e.number`,
)

interface Lot {
  readonly about: string | null
  readonly credits: number
  left: number
}

/** Takes from the oldest lot that has something left, and gives back to the newest that has not all. */
class Lots {
  readonly #lots: Array<Lot> = []

  bought(about: string | null, credits: number): void {
    this.#lots.push({ about, credits, left: credits })
  }

  spent(credits: number): void {
    let due = credits
    for (const lot of this.#lots) {
      const taken = Math.min(due, lot.left)
      lot.left -= taken
      due -= taken
    }
  }

  returned(credits: number): void {
    let due = credits
    for (const lot of this.#lots.toReversed()) {
      const given = Math.min(due, lot.credits - lot.left)
      lot.left += given
      due -= given
    }
  }

  /** Null: it was there, and nothing of it was spent. */
  withdrawn(about: string | null): string | null {
    const at = this.#lots.findIndex((lot) => lot.about === about)
    const [lot] = at === -1 ? [] : this.#lots.splice(at, 1)
    if (lot === undefined) return `${about} was withdrawn from and never bought, or twice`
    return lot.left === lot.credits
      ? null
      : `${about} was withdrawn from with ${lot.left} of ${lot.credits} left`
  }
}

/** Null: read in its order, the ledger takes back only what was bought and wholly unspent, each once. */
export const ledgerFault = Effect.fnUntraced(function* (queries: SqlQueries, prefix: string) {
  const byMember = Map.groupBy(yield* queries.query(ENTRIES, [prefix]), ({ member }) => member)
  for (const entries of byMember.values()) {
    const lots = new Lots()
    for (const { amount, reason, about } of entries) {
      if (reason === "bundle") lots.bought(about, amount)
      else if (reason === "withdrawal") {
        const fault = lots.withdrawn(about)
        if (fault !== null) return fault
      } else if (amount < 0) lots.spent(-amount)
      else lots.returned(amount)
    }
  }
  return null
})

const CALLS = statement(
  Schema.Struct({
    provider_call: Schema.String,
    state: Schema.String,
    seconds: Schema.Int,
    cents: Schema.Int,
  }),
  `SELECT provider_call, state, seconds, cents FROM phone_calls WHERE provider_call LIKE $1 || '%'`,
)

export interface EndedCall {
  readonly name: string
  readonly tariffCents: number
  readonly seconds: number
}

/** Null: each of the calls is one row, and costs what its seconds do. */
export const callFault = Effect.fnUntraced(function* (
  queries: SqlQueries,
  prefix: string,
  calls: ReadonlyArray<EndedCall>,
) {
  const rows = yield* queries.query(CALLS, [prefix])
  if (rows.length !== calls.length) return `${calls.length} calls are ${rows.length} rows`
  const byName = new Map(rows.map((row) => [row.provider_call, row]))
  for (const { name, tariffCents, seconds } of calls) {
    const row = byName.get(name)
    const cents = Math.floor((seconds * tariffCents) / 60)
    if (row?.state !== "ended" || row.seconds !== seconds || row.cents !== cents) {
      return `${name} lasted ${seconds} s for ${cents} cents, and is ${JSON.stringify(row)}`
    }
  }
  return null
})

const PENDING = statement(
  Schema.Struct({ provider_call: Schema.String }),
  `SELECT provider_call FROM phone_calls WHERE state = 'pending' AND provider_call LIKE $1 || '%'`,
)

/** Null: no call waits to be connected whose provider has told that it is. */
export const connectionFault = Effect.fnUntraced(function* (
  queries: SqlQueries,
  prefix: string,
  connected: ReadonlySet<string>,
) {
  const pending = yield* queries.query(PENDING, [prefix])
  const fault = pending.find(({ provider_call }) => connected.has(provider_call))
  return fault === undefined ? null : `${fault.provider_call} is connected and does not pay`
})
