/**
 * All reactions of the site: steps of the log in, effects as data out. Within one step, effects that store data
 * come before effects that may leave the page.
 */
import { merge, type Observable, share } from "rxjs"
import { accountReactions, type AccountReactionDeps } from "./account.ts"
import { ageGateReactions, type AgeGateReactionDeps } from "./age-gate.ts"
import type { Effect, LogStep } from "./effect.ts"
import { paymentReactions, type PaymentReactionDeps } from "./payment.ts"
import { sessionReactions } from "./session.ts"
import { tabReactions } from "./tab.ts"
import { usernamePromptReactions } from "./username-prompt.ts"
import { walletReactions } from "./wallet.ts"

export type ReactionDeps = PaymentReactionDeps & AccountReactionDeps & AgeGateReactionDeps

export const siteReactions = (
  steps$: Observable<LogStep>,
  deps: ReactionDeps,
): Observable<Effect> => {
  const shared$ = steps$.pipe(share())
  return merge(
    tabReactions(shared$),
    walletReactions(shared$),
    paymentReactions(shared$, deps),
    sessionReactions(shared$),
    ageGateReactions(shared$, deps),
    accountReactions(shared$, deps),
    usernamePromptReactions(shared$, deps),
  )
}
