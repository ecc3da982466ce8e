/** The parts of state that a tab carries over a reload, the language switch and the way to the bank. */
import { Schema } from "effect"
import { BundleId, PaymentMethodId } from "../ids.ts"
import { keep } from "../sensitivity.ts"

export const BundleBasket = Schema.Struct({
  bundleId: keep(BundleId),
  methodId: keep(Schema.NullOr(PaymentMethodId)),
  subOptionId: keep(Schema.NullOr(PaymentMethodId)),
})
export type BundleBasket = typeof BundleBasket.Type
