/** What a payment method is called on screen. Pure; callers: the choice of a method and the summary. */
import type { PaymentOption } from "@foldcast/contracts/stream/wallet"
import { m } from "@foldcast/messages/messages"

/** Names that are ours to give; every other method is called what it says it is. */
const NAMES: ReadonlyMap<string, () => string> = new Map([
  ["ideal", m.payment_method_ideal],
  ["10", m.payment_method_ideal],
  ["mistercash", m.payment_method_bancontact],
  ["creditcard", m.payment_method_creditcard],
])

export const paymentMethodName = ({ id, name }: Pick<PaymentOption, "id" | "name">): string =>
  NAMES.get(id)?.() ?? name
