/** Opening the wallet asks for what it offers, every time (WALLET-19). */
import { filter, map, type Observable } from "rxjs"
import { isPending } from "@foldcast/folds/pending"
import type { Effect, LogStep } from "./effect.ts"

const isLoading = isPending("LoadWallet")

/** It opened, or a reload brought it back open. */
const opened = ({ before, after }: LogStep) => after.wallet.open && !before.wallet.open

export const walletReactions = (steps$: Observable<LogStep>): Observable<Effect> =>
  steps$.pipe(
    filter((step) => opened(step) && !isLoading(step.after)),
    map(() => ({ _tag: "SendCommand", command: { _tag: "LoadWallet" }, commandId: null })),
  )
