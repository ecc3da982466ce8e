/** Posts a signed message to another party, once: time, signature and body as in signed-message.ts. */
import { Clock, Effect, Redacted } from "effect"
import { type MessagePurpose, signMessage } from "./signed-message.ts"

export interface SignedPost {
  readonly url: string
  readonly purpose: MessagePurpose
  /** Its headers' beginning. */
  readonly headers: "X-Bank" | "X-Phone"
  readonly secret: Redacted.Redacted
  readonly body: string
}

/** The status of the answer, whose body is not read; fails where there is none. Interruption ends the request. */
export const postSigned = Effect.fnUntraced(function* ({
  url,
  purpose,
  headers,
  secret,
  body,
}: SignedPost) {
  const timestamp = String(Math.floor((yield* Clock.currentTimeMillis) / 1_000))
  return yield* Effect.tryPromise(async (signal) => {
    const response = await fetch(url, {
      method: "POST",
      redirect: "manual",
      signal,
      headers: {
        "Content-Type": "application/json",
        [`${headers}-Timestamp`]: timestamp,
        [`${headers}-Signature`]: signMessage(purpose, Redacted.value(secret), timestamp, body),
      },
      body,
    })
    await response.body?.cancel()
    return response.status
  })
})
