/**
 * The order that a browser brings from the site: `base64url(JSON).base64url(HMAC)`. Only what the site signed is an
 * order, so the bank redirects browsers and calls back only where the site said. Pure.
 */
import { createHmac, timingSafeEqual } from "node:crypto"
import { Option, Schema } from "effect"

const Address = Schema.String.check(Schema.isPattern(/^https?:\/\//u))

export const PaymentOrder = Schema.Struct({
  v: Schema.Literal(1),
  sessionId: Schema.String,
  amountCents: Schema.Natural,
  currency: Schema.Literal("EUR"),
  merchant: Schema.String,
  description: Schema.String,
  method: Schema.String,
  lang: Schema.Literals(["nl", "en"]),
  returnUrl: Address,
  callbackUrl: Address,
  /** Unix seconds after which it cannot be paid. */
  exp: Schema.Int,
})
export type PaymentOrder = typeof PaymentOrder.Type

const decodeOrder = Schema.decodeUnknownOption(Schema.fromJsonString(PaymentOrder))

export const verifyOrder = (secret: string, token: string): Option.Option<PaymentOrder> => {
  const [payload = "", signature = "", ...rest] = token.split(".")
  const expected = createHmac("sha256", secret).update(`order.v1.${payload}`).digest()
  const shown = Buffer.from(signature, "base64url")
  return rest.length === 0 && shown.length === expected.length && timingSafeEqual(shown, expected)
    ? decodeOrder(Buffer.from(payload, "base64url").toString("utf8"))
    : Option.none()
}
