/** The shown name of a payment method. Pure. */
import type { PaymentOption } from "@foldcast/contracts/stream/wallet"
import { m } from "@foldcast/messages/messages"

/** Names that the site chooses; every other method keeps its own name. */
const NAMES: ReadonlyMap<string, () => string> = new Map([
  ["ideal", m.payment_method_ideal],
  ["10", m.payment_method_ideal],
  ["mistercash", m.payment_method_bancontact],
  ["creditcard", m.payment_method_creditcard],
])

export const paymentMethodName = ({ id, name }: Pick<PaymentOption, "id" | "name">): string =>
  NAMES.get(id)?.() ?? name
