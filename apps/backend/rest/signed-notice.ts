/**
 * A notice of another party. It shows no API key; its signature over the raw body is the proof. 200 means that it need
 * not be repeated, whatever it changed.
 */
import { Clock, Effect, Redacted, Schema } from "effect"
import { parseJson } from "@foldcast/contracts/upstream/parse-json"
import { badRequest, unauthorized } from "../http/refused.ts"
import { isSignedMessage, type MessagePurpose } from "../http/signed-message.ts"

export interface NoticeSigning {
  readonly purpose: MessagePurpose
  /** Of the headers: `x-bank` for `X-Bank-Timestamp` and `X-Bank-Signature`. */
  readonly headers: "x-bank" | "x-phone"
  readonly secret: Redacted.Redacted
  readonly maxAgeMs: number
}

/** Decoded, once its signature is checked. */
export const readSignedNotice = <A>(schema: Schema.Codec<A, unknown>) => {
  const decode = Schema.decodeUnknownEffect(schema)
  return Effect.fnUntraced(function* (
    headers: Headers,
    bytes: Uint8Array,
    { purpose, headers: prefix, secret, maxAgeMs }: NoticeSigning,
  ) {
    const message = {
      timestamp: headers.get(`${prefix}-timestamp`) ?? undefined,
      signature: headers.get(`${prefix}-signature`) ?? undefined,
      // The signed text, including a byte order mark.
      body: Buffer.from(bytes).toString("utf8"),
    }
    const now = yield* Clock.currentTimeMillis
    const check = { secret: Redacted.value(secret), now, maxAgeMs }
    if (!isSignedMessage(purpose, message, check)) return yield* unauthorized()
    const read = parseJson(bytes)
    return yield* decode(read._tag === "Value" ? read.value : undefined).pipe(
      Effect.mapError(() => badRequest("body")),
    )
  })
}
