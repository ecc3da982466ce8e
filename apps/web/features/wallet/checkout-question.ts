/** What the state says to the question whether checkout may begin; the connection is asked beside it. */
import { isMember } from "@foldcast/folds/account"
import type { SiteState } from "@foldcast/folds/site-state"
import { chosenBundle, chosenMethod } from "@foldcast/folds/wallet"
import type { CheckoutQuestion } from "@foldcast/rules/checkout"

export const checkoutQuestion = (state: SiteState): Omit<CheckoutQuestion, "isOnline"> => ({
  isMember: isMember(state),
  isPaymentReady: state.payment.current._tag === "Ready",
  bundle: chosenBundle(state),
  method: chosenMethod(state),
  basket: state.wallet.basket,
})
