/** A payer has chosen: the transactions first, then the site is told, then the browser may go. */
import { randomBytes } from "node:crypto"
import { Clock, Context, Effect, Layer } from "effect"
import { Transactions } from "./transactions.ts"
import { Callbacks } from "./callbacks.ts"
import type { PayerChoice } from "./choices.ts"
import type { PaymentOrder } from "./order.ts"

/** The bank's own ids, as a service so that tests can make them predictable. */
export class TransactionIds extends Context.Service<
  TransactionIds,
  { readonly next: () => string }
>()("simulators/TransactionIds") {
  static readonly layer = Layer.succeed(
    TransactionIds,
    TransactionIds.of({ next: () => `tx_${randomBytes(16).toString("base64url")}` }),
  )
}

/** A browser does not wait longer for a site that does not answer. */
const LONGEST_WAIT = "10 seconds"

/** Answers what stands in the transactions, and whether this choice put it there. */
export const settleOrder = Effect.fn("bank.carryOut")(function* (
  order: PaymentOrder,
  { outcome, timing, calls }: PayerChoice,
  returnFirstMs: number,
) {
  const transactions = yield* Transactions
  const callbacks = yield* Callbacks
  const result = transactions.decide({
    sessionId: order.sessionId,
    transactionId: (yield* TransactionIds).next(),
    status: outcome.status,
    reasonCode: outcome.status === "failed" ? outcome.reasonCode : null,
    amountCents: order.amountCents,
    callbackUrl: order.callbackUrl,
    calls,
    at: yield* Clock.currentTimeMillis,
  })
  if (!result.now) return result
  yield* callbacks.callLater(order.sessionId, timing === "after" ? returnFirstMs : 0)
  if (timing === "before") {
    yield* callbacks.call(order.sessionId).pipe(Effect.timeoutOption(LONGEST_WAIT))
  }
  return result
})
