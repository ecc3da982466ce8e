/** The messages exchanged with the bank. Amounts are euro cents. */
import { Schema } from "effect"
import { Cents, Locale } from "@foldcast/contracts/units"

/** To the bank, inside `paymentURL`, signed (bank-signature.ts). */
export const BankOrder = Schema.Struct({
  v: Schema.Literal(1),
  sessionId: Schema.String,
  amountCents: Cents,
  currency: Schema.Literal("EUR"),
  merchant: Schema.String,
  description: Schema.String,
  method: Schema.String,
  lang: Locale,
  returnUrl: Schema.String,
  callbackUrl: Schema.String,
  /** Unix seconds after which it cannot be paid. */
  exp: Schema.Int,
})
export type BankOrder = typeof BankOrder.Type

const about = {
  v: Schema.Literal(1),
  sessionId: Schema.String.check(Schema.isBetweenLength(1, 128)),
  transactionId: Schema.String.check(Schema.isBetweenLength(1, 128)),
  amountCents: Cents,
  currency: Schema.Literal("EUR"),
}

/** To the bank, POST /bank/refunds, signed as its notices are; a repeat changes nothing. */
export const RefundRequest = Schema.Struct(about)
export type RefundRequest = typeof RefundRequest.Type

/** From the bank, to POST /callbacks/bank. */
export const BankNotice = Schema.Union([
  Schema.Struct({ ...about, status: Schema.Literal("paid") }),
  Schema.Struct({
    ...about,
    status: Schema.Literal("failed"),
    /** 299 anti-fraud, 300 failed, 302 rejected, 308 expired, 309 cancelled. */
    reasonCode: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 999 })),
  }),
  /** The money was given back, as it was asked for. */
  Schema.Struct({ ...about, status: Schema.Literal("refunded") }),
])
export type BankNotice = typeof BankNotice.Type
