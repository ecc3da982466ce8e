/**
 * Withdraws from a purchase: the credits, the session and the acknowledgement by mail are one transaction, under the
 * member's lock. The money follows (refunds.ts).
 *
 * Invariant: each purchase is taken back once, by the ledger's key and by the session's time.
 */
import { Clock, Effect, Option, Schema } from "effect"
import type { WithdrawalAnswer } from "@foldcast/contracts/upstream/member-api"
import { SqlDatabase, type SqlQueries } from "../db/database.ts"
import { only, statement, voidStatement } from "../db/statement.ts"
import { notFound, Refused } from "../http/refused.ts"
import { memberAccount } from "../ledger/accounts.ts"
import { balanceOf, move } from "../ledger/ledger.ts"
import { GRANTED_SINCE } from "../ledger/untouched.ts"
import { writeMail } from "../mail/mail-outbox.ts"
import { MailSender } from "../mail/mail-sender.ts"
import { mailTo } from "../members/account-mails.ts"
import type { StoredMember } from "../members/member.ts"
import { lockPresentMember } from "../members/member-store.ts"
import { writeToOutbox } from "../outbox/outbox.ts"
import { OutboxRelay } from "../outbox/relay.ts"
import { Refunds } from "./refunds.ts"
import { withdrawalRefusal } from "./withdrawal-refusal.ts"

const PAID = statement(
  Schema.Struct({
    credits: Schema.Int,
    amount_cents: Schema.Int,
    transaction_id: Schema.String,
    paid_at: Schema.Date,
    withdrawn_at: Schema.NullOr(Schema.Date),
  }),
  `SELECT credits, amount_cents, transaction_id, settled_at AS paid_at, withdrawn_at
   FROM payment_sessions WHERE id = $1 AND member_id = $2 AND state = 'paid' FOR NO KEY UPDATE`,
)
/** Locked: nothing is spent between the question and the movement. */
const LOCK_ACCOUNT = voidStatement("SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE")
const SPENT = statement(
  Schema.Struct({ balance: Schema.Int, granted_since: Schema.Int }),
  `SELECT a.balance, ${GRANTED_SINCE} AS granted_since
   FROM transfers t
   JOIN entries e ON e.transfer_id = t.id AND e.account_id = $2
   JOIN accounts a ON a.id = e.account_id
   WHERE t.idempotency_key = $1`,
)
const WITHDRAW = voidStatement("UPDATE payment_sessions SET withdrawn_at = $2 WHERE id = $1")

const withdrawIn = Effect.fnUntraced(function* (
  queries: SqlQueries,
  memberId: string,
  sessionId: string,
) {
  const member = yield* lockPresentMember(queries, memberId)
  const found = Option.fromUndefinedOr((yield* queries.query(PAID, [sessionId, member.id]))[0])
  if (Option.isNone(found)) return yield* notFound()
  const { credits, amount_cents: amount, paid_at, withdrawn_at, transaction_id } = found.value
  const answered = (at: Date): WithdrawalAnswer => ({
    sessionId,
    credits,
    amount,
    at: at.getTime(),
  })
  if (withdrawn_at !== null) return answered(withdrawn_at)
  const account = memberAccount(member.id)
  yield* queries.query(LOCK_ACCOUNT, [account])
  const { balance, granted_since: grantedSince } = only(
    yield* queries.query(SPENT, [`payment:${sessionId}`, account]),
  )
  const now = yield* Clock.currentTimeMillis
  const label = withdrawalRefusal({ paidAt: paid_at.getTime(), now, balance, grantedSince })
  if (label !== null) return yield* new Refused({ status: 409, label })
  const at = new Date(now)
  yield* move(queries, {
    key: `withdrawal:${sessionId}`,
    debit: account,
    credit: "house:sold",
    amount: credits,
    reason: "withdrawal",
    about: sessionId,
    // The balance was looked at under its lock, and the key is unique to this session.
  }).pipe(Effect.catchTag(["InsufficientCredits", "KeyReused"], (error) => Effect.die(error)))
  yield* queries.query(WITHDRAW, [sessionId, at])
  yield* writeToOutbox(queries, member.id, "updated-credits", {
    credits: yield* balanceOf(queries, member.id),
  })
  yield* writeMail(queries, {
    _tag: "Withdrawal",
    ...mailTo(member),
    credits,
    amountCents: amount,
    at,
    transactionId: transaction_id,
  })
  return answered(at)
})

export const withdrawPurchase = Effect.fn("payments.withdraw")(function* (
  member: StoredMember,
  sessionId: string,
) {
  const database = yield* SqlDatabase
  const answer = yield* database.transaction((queries) => withdrawIn(queries, member.id, sessionId))
  yield* (yield* OutboxRelay).wake
  yield* (yield* MailSender).wake
  yield* (yield* Refunds).wake
  return answer
})
