/**
 * The age check blocks everything else: while it is due, no other dialog stays open. A dialog requested
 * meanwhile opens after the check.
 */
import { concatMap, from, type Observable } from "rxjs"
import type { DialogName } from "@foldcast/contracts/client-facts/client-fact"
import type { PublicBrand } from "@foldcast/contracts/queries/brand"
import { isMember } from "@foldcast/folds/account"
import type { SiteState } from "@foldcast/folds/site-state"
import type { Effect, LogStep } from "./effect.ts"

export interface AgeGateReactionDeps {
  readonly brand: Pick<PublicBrand, "features">
}

export const owesAgeCheck = (
  { account, visit }: SiteState,
  { features }: AgeGateReactionDeps["brand"],
): boolean =>
  !account.ageVerified &&
  visit.started !== null &&
  (features.ageCheckForAll || visit.started.tracking.splash6 === "true")

/** Dialogs that a member does not need. */
const FOR_GUESTS: ReadonlyArray<DialogName> = [
  "logIn",
  "register",
  "forgotPassword",
  "authDrawer",
  "dialIn",
]

const reopened = (dialog: DialogName, state: SiteState): ReadonlyArray<Effect> => {
  if (isMember(state) && FOR_GUESTS.includes(dialog)) return []
  return [
    {
      _tag: "DispatchFact",
      fact: dialog === "wallet" ? { _tag: "WalletOpened" } : { _tag: "DialogOpened", dialog },
    },
  ]
}

/** The dialog that waits behind the check. Menus do not wait. */
const waitingFor = (open: DialogName | null, before: DialogName | null): DialogName | null =>
  open === null || open === "ageCheck" || open === "memberMenu" ? before : open

export const ageGateReactions = (
  steps$: Observable<LogStep>,
  { brand }: AgeGateReactionDeps,
): Observable<Effect> => {
  let waiting: DialogName | null = null
  return steps$.pipe(
    concatMap(({ before, after }) => {
      const { open } = after.dialogs
      if (!owesAgeCheck(after, brand)) {
        const dialog = before.account.ageVerified === after.account.ageVerified ? null : waiting
        waiting = null
        return from(dialog === null ? [] : reopened(dialog, after))
      }
      // Before the first navigation there is no visitor to ask.
      if (open === "ageCheck" || after.visit.path === null) return from<ReadonlyArray<Effect>>([])
      waiting = waitingFor(open, waiting)
      return from<ReadonlyArray<Effect>>([
        { _tag: "DispatchFact", fact: { _tag: "DialogOpened", dialog: "ageCheck" } },
      ])
    }),
  )
}
