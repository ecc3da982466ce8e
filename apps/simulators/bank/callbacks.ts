/**
 * Calls the site back about a transaction, signed, and repeats it until the site answers 200. Callbacks that were
 * unanswered when the bank stopped are repeated after its next start.
 *
 *   X-Bank-Timestamp: unix seconds of this attempt
 *   X-Bank-Signature: v1=HMAC-SHA256(secret, "callback.v1.<timestamp>.<body>") in hexadecimal
 */
import { createHmac } from "node:crypto"
import {
  Clock,
  Context,
  Data,
  Effect,
  Exit,
  Layer,
  Option,
  Redacted,
  Schedule,
  Semaphore,
} from "effect"
import { Transactions, type BankTransaction } from "./transactions.ts"

class NotAnswered extends Data.TaggedError("NotAnswered")<{ readonly reason: string }> {}

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

const ATTEMPT_TIMEOUT = "10 seconds"
const MAX_RETRY_DELAY = "30 seconds"

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

export const callbackSignature = (secret: string, timestamp: string, body: string) =>
  `v1=${createHmac("sha256", secret).update(`callback.v1.${timestamp}.${body}`).digest("hex")}`

/** One signed notice; fails where the site does not answer 200. */
export const callBack = Effect.fnUntraced(function* (
  secret: Redacted.Redacted,
  callbackUrl: string,
  body: string,
) {
  const timestamp = String(Math.floor((yield* Clock.currentTimeMillis) / 1_000))
  const response = yield* Effect.tryPromise({
    try: (signal) =>
      fetch(callbackUrl, {
        method: "POST",
        redirect: "manual",
        signal,
        headers: {
          "Content-Type": "application/json",
          "X-Bank-Timestamp": timestamp,
          "X-Bank-Signature": callbackSignature(Redacted.value(secret), timestamp, body),
        },
        body,
      }),
    catch: (error) => new NotAnswered({ reason: error instanceof Error ? error.message : "" }),
  }).pipe(
    Effect.timeoutOrElse({
      duration: ATTEMPT_TIMEOUT,
      orElse: () => Effect.fail(new NotAnswered({ reason: "no answer in time" })),
    }),
  )
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
        const untilAnswered = Schedule.min([
          Schedule.exponential(firstRetryMs),
          Schedule.spaced(MAX_RETRY_DELAY),
        ]).pipe(Schedule.jittered)

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
              Effect.retry(untilAnswered),
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
