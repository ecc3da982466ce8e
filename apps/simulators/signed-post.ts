/**
 * Posts a signed message to the site, as every outside party does:
 *
 *   X-…-Timestamp: unix seconds of this attempt
 *   X-…-Signature: v1=HMAC-SHA256(secret, "<purpose>.<timestamp>.<body>") in hexadecimal
 */
import { createHmac, timingSafeEqual } from "node:crypto"
import { Clock, Data, Effect, Redacted, Schedule } from "effect"

/** `callback.v1`: the bank's; `refund.v1`: to it. `phone-notice.v1`: the phone's provider's; `phone-instruction.v1`: to it. */
export type MessagePurpose =
  | "callback.v1"
  | "refund.v1"
  | "phone-notice.v1"
  | "phone-instruction.v1"

export class NotAnswered extends Data.TaggedError("NotAnswered")<{ readonly reason: string }> {}

const ATTEMPT_TIMEOUT = "10 seconds"
const MAX_RETRY_DELAY = "30 seconds"

/** Each attempt waits twice as long, half a minute at most. */
export const untilAnswered = (firstRetryMs: number) =>
  Schedule.min([Schedule.exponential(firstRetryMs), Schedule.spaced(MAX_RETRY_DELAY)]).pipe(
    Schedule.jittered,
  )

export const messageSignature = (
  purpose: MessagePurpose,
  secret: string,
  timestamp: string,
  body: string,
): string =>
  `v1=${createHmac("sha256", secret).update(`${purpose}.${timestamp}.${body}`).digest("hex")}`

/** How far apart the two clocks may be, or how old a message that is shown again. */
const MAX_AGE_S = 300

export const isSignedMessage = (
  purpose: MessagePurpose,
  secret: string,
  given: { readonly timestamp: string; readonly signature: string; readonly body: string },
  now: number,
): boolean => {
  const { timestamp, signature, body } = given
  if (!/^\d{1,12}$/u.test(timestamp)) return false
  const expected = Buffer.from(messageSignature(purpose, secret, timestamp, body))
  const shown = Buffer.from(signature)
  return (
    shown.length === expected.length &&
    timingSafeEqual(shown, expected) &&
    Math.abs(now / 1_000 - Number(timestamp)) <= MAX_AGE_S
  )
}

export interface SignedPost {
  readonly url: string
  readonly purpose: MessagePurpose
  /** Of the headers: `X-Bank`. */
  readonly headers: "X-Bank" | "X-Phone"
  readonly secret: Redacted.Redacted
  readonly body: string
}

/** One attempt. */
export const postSigned = Effect.fnUntraced(function* ({
  url,
  purpose,
  headers,
  secret,
  body,
}: SignedPost) {
  const timestamp = String(Math.floor((yield* Clock.currentTimeMillis) / 1_000))
  return yield* Effect.tryPromise({
    try: (signal) =>
      fetch(url, {
        method: "POST",
        redirect: "manual",
        signal,
        headers: {
          "Content-Type": "application/json",
          [`${headers}-Timestamp`]: timestamp,
          [`${headers}-Signature`]: messageSignature(
            purpose,
            Redacted.value(secret),
            timestamp,
            body,
          ),
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
})
