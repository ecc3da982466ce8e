/**
 * Asks the bank for the money of purchases that were withdrawn from, until its notice says that it was given back: after
 * a commit, and every minute. A bank that is asked twice gives it back once.
 *
 * Invariant: a round asks for all that is due; what the bank does not take holds up nothing that is due later.
 */
import { Context, Effect, Layer, Option, Schema, Stream } from "effect"
import { BackendConfig } from "../config.ts"
import { SqlDatabase } from "../db/database.ts"
import { statement } from "../db/statement.ts"
import { postSigned } from "../http/post-signed.ts"
import { steadyRound } from "../steady-round.ts"
import { makeWakeableLoop } from "../wakeable-loop.ts"
import type { RefundRequest } from "./bank-protocol.ts"

const Due = Schema.Struct({
  id: Schema.String,
  transaction_id: Schema.String,
  amount_cents: Schema.Int,
  withdrawn_at: Schema.Date,
})
type Due = typeof Due.Type
/** A page, after that row: what was asked for stays due until the bank's notice. */
const DUE = statement(
  Due,
  `SELECT id, transaction_id, amount_cents, withdrawn_at FROM payment_sessions
   WHERE withdrawn_at IS NOT NULL AND refunded_at IS NULL AND (withdrawn_at, id) > ($1, $2)
   ORDER BY withdrawn_at, id LIMIT 100`,
)
const BEFORE_ALL: Pick<Due, "withdrawn_at" | "id"> = { withdrawn_at: new Date(0), id: "" }
const AT_ONCE = 8
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

const askAll = Effect.flatMap(SqlDatabase, ({ query }) =>
  Stream.paginate(BEFORE_ALL, ({ withdrawn_at, id }) =>
    Effect.map(query(DUE, [withdrawn_at, id]), (page) => [
      page,
      Option.fromUndefinedOr(page.at(-1)),
    ]),
  ).pipe(
    Stream.mapEffect(
      ({ id, transaction_id, amount_cents }) =>
        ask({
          v: 1,
          sessionId: id,
          transactionId: transaction_id,
          amountCents: amount_cents,
          currency: "EUR",
        }),
      { concurrency: AT_ONCE, unordered: true },
    ),
    Stream.runDrain,
  ),
)

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
