/**
 * All reactions of the site: steps of the log in, effects as data out. For one step, what must be kept comes before
 * what may leave the page.
 */
import { merge, type Observable, share } from "rxjs"
import { accountReactions, type AccountSurroundings } from "./account.ts"
import { ageGateReactions, type AgeGateSurroundings } from "./age-gate.ts"
import type { Effect, LogStep } from "./effect.ts"
import { paymentReactions, type PaymentSurroundings } from "./payment.ts"
import { sessionReactions } from "./session.ts"
import { tabReactions } from "./tab.ts"
import { usernamePromptReactions } from "./username-prompt.ts"
import { walletReactions } from "./wallet.ts"

export type ReactionSurroundings = PaymentSurroundings & AccountSurroundings & AgeGateSurroundings

export const siteReactions = (
  steps$: Observable<LogStep>,
  surroundings: ReactionSurroundings,
): Observable<Effect> => {
  const shared$ = steps$.pipe(share())
  return merge(
    tabReactions(shared$),
    walletReactions(shared$),
    paymentReactions(shared$, surroundings),
    sessionReactions(shared$),
    ageGateReactions(shared$, surroundings),
    accountReactions(shared$, surroundings),
    usernamePromptReactions(shared$, surroundings),
  )
}
