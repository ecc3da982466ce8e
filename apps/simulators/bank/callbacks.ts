/**
 * Calls the site back about a transaction, signed, and repeats it until the site answers 200. Callbacks that were
 * unanswered when the bank stopped are repeated after its next start.
 */
import { Context, Effect, Exit, Layer, Option, type Redacted, Semaphore } from "effect"
import { NotAnswered, postSigned, untilAnswered } from "../signed-post.ts"
import { Transactions, type BankTransaction } from "./transactions.ts"

export interface CallbacksShape {
  /** Ends when the site has answered as many calls as the transaction wants. */
  readonly call: (sessionId: string) => Effect.Effect<void>
  /** The same in the background, after `afterMs`. */
  readonly callLater: (sessionId: string, afterMs: number) => Effect.Effect<void>
}

export interface CallbackOptions {
  readonly secret: Redacted.Redacted
  /** Before the second attempt; each further one waits twice as long, half a minute at most. */
  readonly firstRetryMs: number
}

const bodyOf = (transaction: BankTransaction) =>
  JSON.stringify({
    v: 1,
    sessionId: transaction.session_id,
    transactionId: transaction.transaction_id,
    amountCents: transaction.amount_cents,
    currency: "EUR",
    status: transaction.status,
    ...(transaction.reason_code !== null && { reasonCode: transaction.reason_code }),
  })

/** One signed notice; fails where the site does not answer 200. */
export const callBack = Effect.fnUntraced(function* (
  secret: Redacted.Redacted,
  url: string,
  body: string,
) {
  const response = yield* postSigned({
    url,
    purpose: "callback.v1",
    headers: "X-Bank",
    secret,
    body,
  })
  if (response.status !== 200) return yield* new NotAnswered({ reason: `${response.status}` })
})

export class Callbacks extends Context.Service<Callbacks, CallbacksShape>()(
  "simulators/Callbacks",
) {
  static readonly layer = ({ secret, firstRetryMs }: CallbackOptions) =>
    Layer.effect(
      Callbacks,
      Effect.gen(function* () {
        const transactions = yield* Transactions
        const scope = yield* Effect.scope
        const mutexes = new Map<string, Semaphore.Semaphore>()
        const mutexOf = (sessionId: string) => {
          const mutex = mutexes.get(sessionId) ?? Semaphore.makeUnsafe(1)
          mutexes.set(sessionId, mutex)
          return mutex
        }

        const pendingCallback = (sessionId: string) =>
          Option.filter(
            transactions.find(sessionId),
            ({ calls_answered, calls_wanted }) => calls_answered < calls_wanted,
          )

        const callAll = (sessionId: string): Effect.Effect<void> =>
          Effect.suspend(() => {
            const pending = pendingCallback(sessionId)
            if (Option.isNone(pending)) return Effect.void
            const { callback_url: callbackUrl } = pending.value
            return callBack(secret, callbackUrl, bodyOf(pending.value)).pipe(
              Effect.tapError(({ reason }) =>
                Effect.logWarning("the site has not answered the bank", { sessionId, reason }),
              ),
              Effect.retry(untilAnswered(firstRetryMs)),
              Effect.ignore,
              Effect.andThen(Effect.sync(() => transactions.markAnswered(sessionId))),
              Effect.andThen(callAll(sessionId)),
            )
          })

        /** One caller at a time for a transaction; a second one finds nothing left to call. */
        const call: CallbacksShape["call"] = (sessionId) =>
          mutexOf(sessionId)
            .withPermits(1)(callAll(sessionId))
            .pipe(
              Effect.onExit((exit) =>
                Effect.sync(() => {
                  if (Exit.isSuccess(exit)) mutexes.delete(sessionId)
                }),
              ),
            )

        const callLater: CallbacksShape["callLater"] = (sessionId, afterMs) =>
          Effect.sleep(afterMs).pipe(
            Effect.andThen(call(sessionId)),
            Effect.forkIn(scope),
            Effect.asVoid,
          )

        for (const { session_id } of transactions.unanswered()) yield* callLater(session_id, 0)
        return Callbacks.of({ call, callLater })
      }),
    )
}
