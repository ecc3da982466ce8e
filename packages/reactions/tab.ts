/**
 * Keeps what the tab carries over a reload, the language switch and the way to the bank: the open
 * dialog, the basket, the payments whose end is not known. It comes back as `TabRestored` (law L4).
 */
import { distinctUntilChanged, filter, map, type Observable } from "rxjs"
import type { SiteState } from "@foldcast/folds/site-state"
import type { Effect, Step, TabSlice } from "./effect.ts"

const sliceOf = ({ dialogs, wallet, payment }: SiteState): TabSlice => ({
  dialog: dialogs.open,
  basket: wallet.basket,
  openSessionIds: payment.openSessionIds,
})

const isSame = (a: TabSlice, b: TabSlice) =>
  a.dialog === b.dialog && a.basket === b.basket && a.openSessionIds === b.openSessionIds

/**
 * A reset visit begins empty and is filled by `TabRestored` right after: the emptiness in between is
 * not kept, or a reload at that moment would lose what the tab carried.
 */
const isBetween = ({ entry }: Step) =>
  entry.kind === "event" && entry.envelope.event._tag === "StreamReset"

export const tabReactions = (steps$: Observable<Step>): Observable<Effect> =>
  steps$.pipe(
    filter((step) => !isBetween(step)),
    map(({ after }) => sliceOf(after)),
    distinctUntilChanged(isSame),
    map((slice) => ({ _tag: "KeepTabSlice", slice })),
  )
