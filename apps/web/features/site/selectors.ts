/**
 * Selectors that several features share and that the folds do not export. They are defined once, so that a
 * component's subscription stays the same between renders.
 */
import type { SiteState } from "@foldcast/folds/site-state"
import { isLoadedFor } from "@foldcast/folds/wallet"
import { failureOf, failureReferenceOf, isPending } from "@foldcast/folds/pending"

export const selectIdentity = ({ account }: SiteState) => account.identity
export const selectBalance = ({ credits }: SiteState) => credits.balance
export const selectPayment = ({ payment }: SiteState) => payment.current
export const selectWallet = ({ wallet }: SiteState) => wallet

export const isLogOutPending = isPending("LogOut")
export const logOutFailure = failureOf("LogOut")
export const isLoadWalletPending = isPending("LoadWallet")
export const loadWalletFailure = failureOf("LoadWallet")
export const loadWalletReference = failureReferenceOf("LoadWallet")
/**
 * Whether what the wallet shows to who is so many credits short neither came nor is on its way. What failed is tried
 * again by the opening.
 */
export const isWalletUnasked = (state: SiteState, short: number | undefined): boolean =>
  !isLoadedFor(state.wallet, short) &&
  state.wallet.refusal === null &&
  loadWalletFailure(state) === null &&
  !isLoadWalletPending(state)
export const isCheckPaymentPending = isPending("CheckPayment")
export const checkPaymentFailure = failureOf("CheckPayment")
