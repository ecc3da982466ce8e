/** Settles an order as the payer chose: stores the transaction, then calls the site back, then lets the browser go. */
import { randomBytes } from "node:crypto"
import { Clock, Context, Effect, Layer } from "effect"
import { Transactions } from "./transactions.ts"
import { Callbacks } from "./callbacks.ts"
import type { PayerChoice } from "./choices.ts"
import type { PaymentOrder } from "./order.ts"

/** The ids that the bank gives, a service so that tests can predict them. */
export class TransactionIds extends Context.Service<
  TransactionIds,
  { readonly next: () => string }
>()("simulators/TransactionIds") {
  static readonly layer = Layer.succeed(
    TransactionIds,
    TransactionIds.of({ next: () => `tx_${randomBytes(16).toString("base64url")}` }),
  )
}

/** How long a browser waits for a site that does not answer the callback. */
const MAX_BROWSER_WAIT = "10 seconds"

/** The first settlement of an order stands; answers the one that is stored. */
export const settleOrder = Effect.fn("bank.settleOrder")(function* (
  order: PaymentOrder,
  { outcome, timing, calls }: PayerChoice,
  returnFirstMs: number,
) {
  const transactions = yield* Transactions
  const callbacks = yield* Callbacks
  const stored = transactions.insert({
    sessionId: order.sessionId,
    transactionId: (yield* TransactionIds).next(),
    status: outcome.status,
    reasonCode: outcome.status === "failed" ? outcome.reasonCode : null,
    amountCents: order.amountCents,
    callbackUrl: order.callbackUrl,
    calls,
    at: yield* Clock.currentTimeMillis,
  })
  if (!stored.isNew) return stored
  yield* callbacks.callLater(order.sessionId, timing === "after" ? returnFirstMs : 0)
  if (timing === "before") {
    yield* callbacks.call(order.sessionId).pipe(Effect.timeoutOption(MAX_BROWSER_WAIT))
  }
  return stored
})
