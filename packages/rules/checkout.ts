/** Whether a visitor may check out and, if not, the first obstacle, which the disabled button shows. */
import type { BundleBasket } from "@foldcast/contracts/client-facts/tab-slice"
import type { Bundle, PaymentOption } from "@foldcast/contracts/stream/wallet"

export interface CheckoutQuestion {
  readonly isMember: boolean
  readonly isOnline: boolean
  /** No payment is being opened or made, and no payment's outcome waits to be read. */
  readonly isPaymentReady: boolean
  /** The chosen bundle, if it is among the shown ones. */
  readonly bundle: Bundle | null
  /** The chosen method, if the wallet offers it. */
  readonly method: PaymentOption | null
  readonly basket: BundleBasket | null
}

export type CheckoutObstacle =
  | "notLoggedIn"
  | "paymentUnderWay"
  | "noBundle"
  | "noMethod"
  | "noSubOption"
  | "offline"

export const checkoutObstacle = (question: CheckoutQuestion): CheckoutObstacle | null => {
  const { bundle, method, basket } = question
  if (!question.isMember) return "notLoggedIn"
  if (!question.isPaymentReady) return "paymentUnderWay"
  if (bundle === null) return "noBundle"
  if (method === null) return "noMethod"
  const isSubOptionChosen = method.subOptions.some(({ id }) => id === basket?.subOptionId)
  if (method.subOptions.length > 0 && !isSubOptionChosen) return "noSubOption"
  return question.isOnline ? null : "offline"
}
