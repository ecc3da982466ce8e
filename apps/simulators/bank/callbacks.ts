/**
 * Tells the site what became of a payment, signed, again and again until it answers 200. What was not
 * answered when the bank stopped is told after its next start.
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
  /** Ends when the site has answered as often as was wanted. */
  readonly call: (sessionId: string) => Effect.Effect<void>
  /** The same in the background; `afterMs` later. */
  readonly callLater: (sessionId: string, afterMs: number) => Effect.Effect<void>
}

export interface CallbackOptions {
  readonly secret: Redacted.Redacted
  /** Before the second attempt; each further one waits twice as long, half a minute at most. */
  readonly firstRetryMs: number
}

const ATTEMPT_TIMEOUT = "10 seconds"
const LONGEST_WAIT = "30 seconds"

const bodyOf = (decided: BankTransaction) =>
  JSON.stringify({
    v: 1,
    sessionId: decided.session_id,
    transactionId: decided.transaction_id,
    amountCents: decided.amount_cents,
    currency: "EUR",
    status: decided.status,
    ...(decided.reason_code !== null && { reasonCode: decided.reason_code }),
  })

export const callbackSignature = (secret: string, timestamp: string, body: string) =>
  `v1=${createHmac("sha256", secret).update(`callback.v1.${timestamp}.${body}`).digest("hex")}`

const attempt = Effect.fnUntraced(function* (secret: Redacted.Redacted, decided: BankTransaction) {
  const body = bodyOf(decided)
  const timestamp = String(Math.floor((yield* Clock.currentTimeMillis) / 1_000))
  const response = yield* Effect.tryPromise({
    try: (signal) =>
      fetch(decided.callback_url, {
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
          Schedule.spaced(LONGEST_WAIT),
        ]).pipe(Schedule.jittered)

        const turnOf = (sessionId: string) => {
          const mutex = mutexes.get(sessionId) ?? Semaphore.makeUnsafe(1)
          mutexes.set(sessionId, mutex)
          return mutex
        }

        const isWanted = (sessionId: string) =>
          Option.filter(
            transactions.find(sessionId),
            ({ calls_answered, calls_wanted }) => calls_answered < calls_wanted,
          )

        const callAll = (sessionId: string): Effect.Effect<void> =>
          Effect.suspend(() => {
            const decided = isWanted(sessionId)
            if (Option.isNone(decided)) return Effect.void
            return attempt(secret, decided.value).pipe(
              Effect.tapError(({ reason }) =>
                Effect.logWarning("the site has not answered the bank", { sessionId, reason }),
              ),
              Effect.retry(untilAnswered),
              Effect.ignore,
              Effect.andThen(Effect.sync(() => transactions.answered(sessionId))),
              Effect.andThen(callAll(sessionId)),
            )
          })

        /** One caller at a time per payment; a second one finds nothing left to do. */
        const call: CallbacksShape["call"] = (sessionId) =>
          turnOf(sessionId)
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
