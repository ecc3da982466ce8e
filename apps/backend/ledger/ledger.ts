/**
 * The ledger of credits, by double entry. A movement has two sides and an idempotency key; a member's balance is
 * never below zero, by a constraint and by the conditional update of `ledger_transfer`.
 *
 * Callers pass the queries of their own transaction, so that a movement and what goes with it commit together.
 */
import { Clock, Effect, Schema } from "effect"
import type { SqlQueries } from "../db/database.ts"
import { voidStatement, only, statement } from "../db/statement.ts"
import { BackendIds } from "../ids.ts"
import { type AccountId, memberAccount } from "./accounts.ts"

export interface LedgerMovement {
  /** The idempotency key, which names the cause: a second movement with the same key changes nothing. */
  readonly key: string
  readonly debit: AccountId
  readonly credit: AccountId
  /** Credits, a whole number above zero. */
  readonly amount: number
  readonly reason:
    | "bundle"
    | "demo"
    | "message"
    | "paid-time"
    | "paid-time-returned"
    | "spent"
    | "tip"
    | "toy-tip"
    | "vip-hold"
    | "welcome"
    | "withdrawal"
  /**
   * What the movement is about in the member's history (movements.ts): the paid session, the payment session, the
   * performer.
   */
  readonly about?: string
}

export interface MoveResult {
  readonly transferId: string
  /** False where this key was applied before. */
  readonly now: boolean
}

/** The debited member has too few credits; nothing moved. */
export class InsufficientCredits extends Schema.TaggedError<InsufficientCredits>()(
  "InsufficientCredits",
  { account: Schema.String },
) {}

/** The key was applied to another movement before: the caller's keys are not unique per cause. */
export class KeyReused extends Schema.TaggedError<KeyReused>()("KeyReused", {
  key: Schema.String,
}) {}

/** No such account: members have one from registration on. */
export class UnknownAccount extends Schema.TaggedError<UnknownAccount>()("UnknownAccount", {
  debit: Schema.String,
  credit: Schema.String,
}) {}

const Outcome = Schema.Union([
  Schema.Struct({ outcome: Schema.Literals(["applied", "repeated"]), transfer_id: Schema.String }),
  Schema.Struct({
    outcome: Schema.Literals(["mismatch", "insufficient", "unknown-account"]),
    transfer_id: Schema.NullOr(Schema.String),
  }),
])

const TRANSFER = statement(
  Outcome,
  "SELECT outcome, transfer_id FROM ledger_transfer($1, $2, $3, $4, $5, $6, $7, $8)",
)
const OPEN_ACCOUNT = voidStatement(
  "INSERT INTO accounts (id, member_id, balance) VALUES ($1, $2, 0)",
)
const BALANCE = statement(
  Schema.Struct({ balance: Schema.Int }),
  "SELECT balance FROM accounts WHERE id = $1 AND balance IS NOT NULL",
)
const MOVED = statement(
  Schema.Struct({ id: Schema.String }),
  "SELECT id FROM transfers WHERE idempotency_key = $1",
)

/** One round trip to the database. */
export const move = Effect.fn("ledger.move")(function* (
  queries: SqlQueries,
  movement: LedgerMovement,
) {
  const { key, debit, credit, amount, reason, about = null } = movement
  const ids = yield* BackendIds
  const at = new Date(yield* Clock.currentTimeMillis)
  const answer = only(
    yield* queries.query(TRANSFER, [ids.next("tr"), key, debit, credit, amount, reason, about, at]),
  )
  switch (answer.outcome) {
    case "applied":
    case "repeated": {
      const moved: MoveResult = {
        transferId: answer.transfer_id,
        now: answer.outcome === "applied",
      }
      return moved
    }
    case "mismatch":
      return yield* new KeyReused({ key })
    case "insufficient":
      return yield* new InsufficientCredits({ account: debit })
    case "unknown-account":
      return yield* Effect.die(new UnknownAccount({ debit, credit }))
  }
})

const MOVED_BY = statement(
  Schema.Struct({ id: Schema.String }),
  `SELECT t.id FROM jsonb_array_elements_text($1::jsonb) WITH ORDINALITY AS given (key, place)
   JOIN transfers t ON t.idempotency_key = given.key ORDER BY given.place`,
)

/** The movements that these keys applied, in the order of the keys. */
export const movementsBy = Effect.fn("ledger.movementsBy")(function* (
  queries: SqlQueries,
  keys: ReadonlyArray<string>,
) {
  const rows = yield* queries.query(MOVED_BY, [JSON.stringify(keys)])
  return rows.map(({ id }) => id)
})

/** Whether a movement with this key has been applied. */
export const hasMoved = Effect.fn("ledger.hasMoved")(function* (queries: SqlQueries, key: string) {
  return (yield* queries.query(MOVED, [key])).length > 0
})

export const openAccount = (queries: SqlQueries, memberId: string) =>
  queries.query(OPEN_ACCOUNT, [memberAccount(memberId), memberId])

/** The member's credits: a whole number, never below zero. */
export const balanceOf = Effect.fn("ledger.balanceOf")(function* (
  queries: SqlQueries,
  memberId: string,
) {
  const account = memberAccount(memberId)
  const [row] = yield* queries.query(BALANCE, [account])
  return row === undefined
    ? yield* Effect.die(new UnknownAccount({ debit: account, credit: account }))
    : row.balance
})
