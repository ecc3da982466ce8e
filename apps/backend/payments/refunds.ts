/**
 * Asks the bank for the money of purchases that were withdrawn from, until its notice says that it was given back: after
 * a commit, and every minute. A bank that is asked twice gives it back once.
 */
import { Clock, Context, Effect, Layer, Queue, Redacted, Schema } from "effect"
import { BackendConfig } from "../config.ts"
import { SqlDatabase } from "../db/database.ts"
import { statement } from "../db/statement.ts"
import { OwnAddress } from "../http/listening-address.ts"
import { signMessage } from "../http/signed-message.ts"
import { steadyRound } from "../steady-round.ts"
import type { RefundRequest } from "./bank-protocol.ts"

const DUE = statement(
  Schema.Struct({ id: Schema.String, transaction_id: Schema.String, amount_cents: Schema.Int }),
  `SELECT id, transaction_id, amount_cents FROM payment_sessions
   WHERE withdrawn_at IS NOT NULL AND refunded_at IS NULL ORDER BY withdrawn_at LIMIT 100`,
)
const PATIENCE = "10 seconds"

const ask = Effect.fnUntraced(function* (refund: RefundRequest) {
  const { bank } = yield* BackendConfig
  const callbackUrl = `${bank.callbackBase ?? (yield* OwnAddress)}/callbacks/bank`
  const body = JSON.stringify({ ...refund, callbackUrl })
  const timestamp = String(Math.floor((yield* Clock.currentTimeMillis) / 1_000))
  const signature = signMessage("refund.v1", Redacted.value(bank.secret), timestamp, body)
  const answered = yield* Effect.tryPromise((signal) =>
    fetch(`${bank.url}/bank/refunds`, {
      method: "POST",
      redirect: "manual",
      signal,
      headers: {
        "Content-Type": "application/json",
        "X-Bank-Timestamp": timestamp,
        "X-Bank-Signature": signature,
      },
      body,
    }),
  ).pipe(
    Effect.timeoutOption(PATIENCE),
    Effect.map((response) => response._tag === "Some" && response.value.status === 200),
    Effect.orElseSucceed(() => false),
  )
  if (!answered) {
    yield* Effect.logWarning("the bank has not taken a refund", { sessionId: refund.sessionId })
  }
})

const askAll = Effect.gen(function* () {
  for (const { id, transaction_id, amount_cents } of yield* (yield* SqlDatabase).query(DUE)) {
    yield* ask({
      v: 1,
      sessionId: id,
      transactionId: transaction_id,
      amountCents: amount_cents,
      currency: "EUR",
    })
  }
})

export class Refunds extends Context.Service<
  Refunds,
  {
    /** A purchase may have been withdrawn from. Returns at once. */
    readonly wake: Effect.Effect<void>
  }
>()("backend/Refunds") {
  static readonly layer = Layer.effect(
    Refunds,
    Effect.gen(function* () {
      const bell = yield* Queue.sliding<void>(1)
      yield* askAll.pipe(
        Effect.catch((error) => Effect.logWarning("refunds wait", { reason: error.message })),
        steadyRound("refunds"),
        Effect.andThen(Effect.timeoutOption(Queue.take(bell), "1 minute")),
        Effect.forever,
        Effect.forkScoped,
      )
      return Refunds.of({ wake: Effect.asVoid(Queue.offer(bell, undefined)) })
    }),
  )
}
