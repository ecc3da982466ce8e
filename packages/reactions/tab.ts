/**
 * Stores what survives a reload, the language switch and the way to the bank: the open dialog with its page, the
 * basket and the shortage that the wallet was opened for, the payments with an unknown end, and the awaited payment
 * with its URL. It is restored as `TabRestored` (law L4).
 */
import { distinctUntilChanged, map, type Observable } from "rxjs"
import { MAX_PAYMENT_URL } from "@foldcast/contracts/client-facts/limits"
import { awaitedPaymentURL, awaitedSessionId } from "@foldcast/folds/payment"
import type { SiteState } from "@foldcast/folds/site-state"
import type { Effect, LogStep, TabSlice } from "./effect.ts"

/** An open menu is not stored. */
export const tabSlice = ({ dialogs, wallet, payment }: SiteState): TabSlice => {
  const url = awaitedPaymentURL(payment)
  return {
    dialog: dialogs.open === "memberMenu" ? null : dialogs.open,
    basket: wallet.basket,
    ...(wallet.short !== undefined && { short: wallet.short }),
    openSessionIds: payment.openSessionIds,
    awaitedSessionId: awaitedSessionId(payment),
    ...(url !== null && url.length <= MAX_PAYMENT_URL && { awaitedPaymentURL: url }),
  }
}

export const isEmptySlice = ({ dialog, basket, openSessionIds }: TabSlice): boolean =>
  dialog === null && basket === null && openSessionIds.length === 0

type Kept = Extract<Effect, { readonly _tag: "KeepTabSlice" }>

const isSame = ({ slice: a, path: before }: Kept, { slice: b, path: after }: Kept) =>
  before === after &&
  a.dialog === b.dialog &&
  a.basket === b.basket &&
  a.short === b.short &&
  a.openSessionIds === b.openSessionIds &&
  a.awaitedSessionId === b.awaitedSessionId &&
  a.awaitedPaymentURL === b.awaitedPaymentURL

export const tabReactions = (steps$: Observable<LogStep>): Observable<Effect> =>
  steps$.pipe(
    map(({ after }): Kept => ({
      _tag: "KeepTabSlice",
      slice: tabSlice(after),
      path: after.visit.path,
    })),
    distinctUntilChanged(isSame),
  )
