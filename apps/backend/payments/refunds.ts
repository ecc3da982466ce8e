/**
 * Asks the bank for the money of purchases that were withdrawn from, until its notice says that it was given back: after
 * a commit, and every minute. A bank that is asked twice gives it back once.
 */
import { Context, Effect, Layer, Schema } from "effect"
import { BackendConfig } from "../config.ts"
import { SqlDatabase } from "../db/database.ts"
import { statement } from "../db/statement.ts"
import { postSigned } from "../http/post-signed.ts"
import { steadyRound } from "../steady-round.ts"
import { makeWakeableLoop } from "../wakeable-loop.ts"
import type { RefundRequest } from "./bank-protocol.ts"

const DUE = statement(
  Schema.Struct({ id: Schema.String, transaction_id: Schema.String, amount_cents: Schema.Int }),
  `SELECT id, transaction_id, amount_cents FROM payment_sessions
   WHERE withdrawn_at IS NOT NULL AND refunded_at IS NULL ORDER BY withdrawn_at LIMIT 100`,
)
const PATIENCE = "10 seconds"

const ask = Effect.fnUntraced(function* (refund: RefundRequest) {
  const { bank } = yield* BackendConfig
  const answered = yield* postSigned({
    url: `${bank.url}/bank/refunds`,
    purpose: "refund.v1",
    headers: "X-Bank",
    secret: bank.secret,
    body: JSON.stringify(refund),
  }).pipe(
    Effect.timeout(PATIENCE),
    Effect.map((status) => status === 200),
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
      const loop = yield* makeWakeableLoop("1 minute")
      yield* askAll.pipe(
        Effect.catch((error) => Effect.logWarning("refunds wait", { reason: error.message })),
        steadyRound("refunds"),
        loop.run,
        Effect.forkScoped,
      )
      return Refunds.of({ wake: loop.wake })
    }),
  )
}
