/** The shown name of a payment method. Pure. */
import type { PaymentOption } from "@foldcast/contracts/stream/wallet"
import { m } from "@foldcast/messages/messages"

interface Names {
  /** In a list. */
  readonly alone: () => string
  /** In `Pay €9.90 with …`. */
  readonly inSentence: () => string
}

const IDEAL: Names = { alone: m.payment_method_ideal, inSentence: m.payment_with_ideal }
const BANCONTACT: Names = {
  alone: m.payment_method_bancontact,
  inSentence: m.payment_method_bancontact,
}
const CREDIT_CARD: Names = {
  alone: m.payment_method_creditcard,
  inSentence: m.payment_with_creditcard,
}

/** Names that the site chooses, by the ids of both providers; every other method keeps its own name. */
const NAMES: ReadonlyMap<string, Names> = new Map([
  ["10", IDEAL],
  ["ideal", IDEAL],
  ["436", BANCONTACT],
  ["mistercash", BANCONTACT],
  ["709", CREDIT_CARD],
  ["creditcard", CREDIT_CARD],
])

export const paymentMethodName = ({ id, name }: Pick<PaymentOption, "id" | "name">): string =>
  NAMES.get(id)?.alone() ?? name

/** Null where the site does not choose the method's name: an unknown name may not fit a sentence. */
export const paymentMethodInSentence = ({ id }: Pick<PaymentOption, "id">): string | null =>
  NAMES.get(id)?.inSentence() ?? null
