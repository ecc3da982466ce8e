/** The part of the state that decides whether checkout may begin; the caller adds the connection. */
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
