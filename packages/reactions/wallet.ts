/**
 * Opening the wallet loads its content every time (WALLET-19), unless an approach has just done so. So does a purchase
 * while it is open, because it may end an offer.
 */
import { filter, map, type Observable } from "rxjs"
import { isPending } from "@foldcast/folds/pending"
import { isLoadedFor, loadWallet } from "@foldcast/folds/wallet"
import type { Effect, LogStep } from "./effect.ts"

const isLoading = isPending("LoadWallet")

/** Whether the wallet opened, or a reload restored it open. */
const opened = ({ before, after }: LogStep) => after.wallet.open && !before.wallet.open

/** Milliseconds for which content that came before the opening is shown as it is. */
export const AHEAD_MS = 30_000

const isLoadedAhead = ({ before: { wallet }, after }: LogStep) =>
  wallet.askedAheadAt !== undefined &&
  after.visit.at - wallet.askedAheadAt < AHEAD_MS &&
  isLoadedFor(wallet, after.wallet.short)

const boughtWhileOpen = ({ before, after }: LogStep) =>
  after.wallet.open &&
  after.payment.lastPurchase !== null &&
  after.payment.lastPurchase !== before.payment.lastPurchase

const lacksContent = (step: LogStep) =>
  (opened(step) && !isLoadedAhead(step)) || boughtWhileOpen(step)

export const walletReactions = (steps$: Observable<LogStep>): Observable<Effect> =>
  steps$.pipe(
    filter((step) => lacksContent(step) && !isLoading(step.after)),
    map(({ after }) => ({ _tag: "SendCommand", command: loadWallet(after), commandId: null })),
  )
