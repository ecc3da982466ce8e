/**
 * Opening the wallet loads its content every time (WALLET-19). So does a purchase while it is open, because it
 * may end an offer.
 */
import { filter, map, type Observable } from "rxjs"
import { isPending } from "@foldcast/folds/pending"
import type { Effect, LogStep } from "./effect.ts"

const isLoading = isPending("LoadWallet")

/** Whether the wallet opened, or a reload restored it open. */
const opened = ({ before, after }: LogStep) => after.wallet.open && !before.wallet.open

const boughtWhileOpen = ({ before, after }: LogStep) =>
  after.wallet.open &&
  after.payment.lastPurchase !== null &&
  after.payment.lastPurchase !== before.payment.lastPurchase

export const walletReactions = (steps$: Observable<LogStep>): Observable<Effect> =>
  steps$.pipe(
    filter((step) => (opened(step) || boughtWhileOpen(step)) && !isLoading(step.after)),
    map(() => ({ _tag: "SendCommand", command: { _tag: "LoadWallet" }, commandId: null })),
  )
