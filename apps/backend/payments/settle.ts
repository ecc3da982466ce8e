/**
 * Carries out the decisions of settlement.ts: the session's state, the credits, the bank's notice and the member's
 * events are one transaction. Repeated, late and reordered notices change nothing more.
 */
import { Clock, Effect, Option } from "effect"
import { SqlDatabase, type SqlQueries } from "../db/database.ts"
import { notFound } from "../http/refused.ts"
import { writeMail } from "../mail/mail-outbox.ts"
import { MailSender } from "../mail/mail-sender.ts"
import { mailTo } from "../members/account-mails.ts"
import { memberById } from "../members/member-store.ts"
import { memberAccount } from "../ledger/accounts.ts"
import { balanceOf, move } from "../ledger/ledger.ts"
import { writeToOutbox } from "../outbox/outbox.ts"
import { OutboxRelay } from "../outbox/relay.ts"
import type { BankNotice } from "./bank-protocol.ts"
import {
  isPaidElsewhere,
  lockSession,
  markFailed,
  markPaid,
  markRefunded,
  recordNotice,
  type PaymentSession,
  resolveWrongAmount,
} from "./session-store.ts"
import { decideSettlement, needsReview, type SessionState } from "./settlement.ts"

const stateOf = (session: PaymentSession): SessionState => {
  switch (session.state) {
    case "open":
      return { state: "open" }
    case "paid":
      return {
        state: "paid",
        transactionId: session.transaction_id,
        isWithdrawn: session.withdrawn_at !== null,
      }
    case "failed":
      return { state: "failed", reasonCode: session.reason_code }
  }
}

const grant = Effect.fnUntraced(function* (
  queries: SqlQueries,
  session: PaymentSession,
  transactionId: string,
  at: Date,
) {
  const { id, member_id: memberId, credits } = session
  yield* move(queries, {
    key: `payment:${id}`,
    debit: "house:sold",
    credit: memberAccount(memberId),
    amount: credits,
    reason: "bundle",
    about: id,
    // The house account has no lower bound, and the key is unique to this session.
  }).pipe(Effect.catchTag(["InsufficientCredits", "KeyReused"], (error) => Effect.die(error)))
  yield* markPaid(queries, id, transactionId, at)
  yield* writeToOutbox(queries, memberId, "bundle-bought", {
    sessionId: id,
    bundleId: session.bundle_id,
    credits,
    amount: session.amount_cents,
    transactionId,
  })
  yield* writeToOutbox(queries, memberId, "updated-credits", {
    credits: yield* balanceOf(queries, memberId),
  })
  const member = yield* memberById(queries, memberId)
  // A payment after the account's deletion is booked, and nobody is mailed.
  if (Option.isNone(member) || member.value.deleted) return
  yield* writeMail(queries, {
    _tag: "Purchase",
    ...mailTo(member.value),
    lang: session.lang,
    credits,
    amountCents: session.amount_cents,
    at,
    transactionId,
  })
})

export const failPayment = Effect.fnUntraced(function* (
  queries: SqlQueries,
  session: PaymentSession,
  reasonCode: number,
  at: Date,
) {
  yield* markFailed(queries, session.id, reasonCode, at)
  yield* writeToOutbox(queries, session.member_id, "payment-failed", {
    sessionId: session.id,
    reasonCode,
  })
})

const settleIn = Effect.fnUntraced(function* (queries: SqlQueries, notice: BankNotice) {
  const found = yield* lockSession(queries, notice.sessionId)
  if (Option.isNone(found)) return yield* notFound()
  const session = found.value
  const at = new Date(yield* Clock.currentTimeMillis)
  const order = {
    amountCents: session.amount_cents,
    paidElsewhere: yield* isPaidElsewhere(queries, notice),
  }
  const decision = decideSettlement(stateOf(session), order, notice)
  if (decision === "grant") {
    yield* grant(queries, session, notice.transactionId, at)
    yield* resolveWrongAmount(queries, notice, at)
  }
  if (decision === "refund") yield* markRefunded(queries, session.id, at)
  if (decision === "fail" && notice.status === "failed") {
    yield* failPayment(queries, session, notice.reasonCode, at)
  }
  const looked = yield* recordNotice(queries, notice, decision, at)
  return { decision, forPeople: needsReview(decision) && !looked }
})

/** For notices with a checked signature. Answers the decision. */
export const settlePayment = Effect.fn("payments.settle")(function* (notice: BankNotice) {
  const database = yield* SqlDatabase
  const relay = yield* OutboxRelay
  const { decision, forPeople } = yield* database
    .transaction((queries) => settleIn(queries, notice))
    .pipe(
      // Another session was paid with this transaction at the same moment; a retry sees it.
      Effect.retry({
        times: 1,
        while: (error) =>
          // Stryker disable next-line LogicalOperator: whatever else it meets dies after a second try too
          error._tag === "ConstraintViolated" && error.constraint === "one_session_per_transaction",
      }),
      Effect.catchTag("ConstraintViolated", ({ constraint }) =>
        Effect.die(new Error(`settling met the constraint ${constraint}`)),
      ),
    )
  yield* relay.wake
  yield* (yield* MailSender).wake
  if (forPeople) {
    yield* Effect.logError("a payment needs a person", {
      decision,
      sessionId: notice.sessionId,
      transactionId: notice.transactionId,
    })
  }
  return decision
})
