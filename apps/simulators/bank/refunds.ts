/**
 * POST /bank/refunds: the site asks that a payment be given back. The bank writes it down once, answers 200, and tells
 * the site by a signed notice until that is answered. Only what the site signed is a request, and only what was paid
 * here is given back, in full.
 */
import { Clock, Context, Effect, Layer, Option, Redacted, Schema } from "effect"
import { isSignedMessage, untilAnswered } from "../signed-post.ts"
import { callBack } from "./callbacks.ts"
import { type BankTransaction, Transactions } from "./transactions.ts"

export const RefundRequest = Schema.Struct({
  v: Schema.Literal(1),
  sessionId: Schema.String,
  transactionId: Schema.String,
  amountCents: Schema.Natural,
  currency: Schema.Literal("EUR"),
})
const decodeRequest = Schema.decodeUnknownOption(Schema.fromJsonString(RefundRequest))

export interface SignedRefund {
  readonly timestamp: string
  readonly signature: string
  readonly body: string
}

const noticeOf = ({ session_id, transaction_id, amount_cents }: BankTransaction) =>
  JSON.stringify({
    v: 1,
    sessionId: session_id,
    transactionId: transaction_id,
    amountCents: amount_cents,
    currency: "EUR",
    status: "refunded",
  })

export class Refunds extends Context.Service<
  Refunds,
  {
    /** The status of the answer: 200, 401 unsigned, 404 never paid here or for another amount. */
    readonly take: (request: SignedRefund) => Effect.Effect<200 | 401 | 404>
  }
>()("simulators/Refunds") {
  static readonly layer = ({
    secret,
    firstRetryMs,
  }: {
    readonly secret: Redacted.Redacted
    readonly firstRetryMs: number
  }) =>
    Layer.effect(
      Refunds,
      Effect.gen(function* () {
        const transactions = yield* Transactions
        const { refunds } = transactions
        const scope = yield* Effect.scope
        const tell = (sessionId: string) =>
          Option.match(transactions.find(sessionId), {
            onNone: () => Effect.void,
            onSome: (transaction) =>
              callBack(secret, transaction.callback_url, noticeOf(transaction)).pipe(
                Effect.retry(untilAnswered(firstRetryMs)),
                Effect.ignore,
                Effect.andThen(Effect.sync(() => refunds.markTold(sessionId))),
              ),
          }).pipe(Effect.forkIn(scope), Effect.asVoid)

        for (const sessionId of refunds.untold()) yield* tell(sessionId)

        return Refunds.of({
          take: Effect.fnUntraced(function* (request) {
            const now = yield* Clock.currentTimeMillis
            if (!isSignedMessage("refund.v1", Redacted.value(secret), request, now)) return 401
            const asked = Option.getOrNull(decodeRequest(request.body))
            const paid =
              asked === null ? null : Option.getOrNull(transactions.find(asked.sessionId))
            const isPaid =
              paid !== null &&
              paid.status === "paid" &&
              paid.transaction_id === asked?.transactionId &&
              paid.amount_cents === asked.amountCents
            if (!isPaid) return 404
            if (refunds.giveBack(paid.session_id, now)) yield* tell(paid.session_id)
            return 200
          }),
        })
      }),
    )
}

export const takeRefund = (request: SignedRefund) =>
  Effect.flatMap(Refunds, (refunds) => refunds.take(request))
