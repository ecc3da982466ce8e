/**
 * Reactions to registering, logging in and verifying: which dialog opens, what is cleared, what analytics
 * counts.
 */
import { concatMap, filter, from, merge, type Observable, take } from "rxjs"
import type { PublicBrand } from "@foldcast/contracts/queries/brand"
import type { CommandTag } from "@foldcast/contracts/commands/command"
import type { DialogName } from "@foldcast/contracts/client-facts/client-fact"
import { memberOf } from "@foldcast/folds/account"
import { outcomesOf } from "@foldcast/folds/pending"
import type { Effect, LogStep } from "./effect.ts"

export interface AccountReactionDeps {
  readonly brand: Pick<PublicBrand, "welcomeCredits" | "lander">
  /** Whether a link asked this document to log the visitor in. */
  readonly arrivedToLogIn: boolean
}

const open = (dialog: DialogName): Effect => ({
  _tag: "DispatchFact",
  fact: { _tag: "DialogOpened", dialog },
})

/** The command of a log-in in this document; null for any other step, including log-ins in other tabs. */
export const logInCommand = ({ entry, before }: LogStep): CommandTag | null => {
  if (entry.kind !== "event" || entry.envelope.event._tag !== "LoggedIn") return null
  const { cause } = entry.envelope
  const command = cause === undefined ? undefined : before.pending.commands[cause]?.command
  const isLogIn = command !== undefined && outcomesOf(command)?.includes("LoggedIn") === true
  return isLogIn ? command : null
}

/** After a log-in, an earlier phone payment belongs to another visitor or is replaced by the account. */
const forgetPhoneSession = (step: LogStep): ReadonlyArray<Effect> =>
  logInCommand(step) === null ? [] : [{ _tag: "ClearPhoneSession" }]

/** Opens only when there are welcome credits to earn. */
const confirmRegistration =
  ({ brand }: AccountReactionDeps) =>
  (step: LogStep): ReadonlyArray<Effect> =>
    logInCommand(step) === "Register" && brand.welcomeCredits > 0
      ? [open("registrationConfirmation")]
      : []

const countVerification = ({ entry }: LogStep): ReadonlyArray<Effect> => {
  if (entry.kind !== "event") return []
  const { event } = entry.envelope
  if (event._tag !== "ActivationSucceeded") return []
  return [{ _tag: "PushAnalytics", event: { event: "conversion", type: "email_verified" } }]
}

const tellNoCredits = ({ before, after }: LogStep): ReadonlyArray<Effect> => {
  const ranOutNow = after.credits.ranOut !== null && before.credits.ranOut === null
  const isBuying = after.wallet.open || after.payment.current._tag !== "Ready"
  return ranOutNow && !isBuying ? [open("noCredits")] : []
}

/** Whether this log-in opens the lander: only after a link asked for it, for a member who is not verified. */
export const leadsToLander = (
  { after }: LogStep,
  { brand, arrivedToLogIn }: AccountReactionDeps,
): boolean => arrivedToLogIn && brand.lander !== null && memberOf(after)?.verified === false

/** When a link asked for the log-in, it leads to the start page. */
const arrive =
  (deps: AccountReactionDeps) =>
  (step: LogStep): ReadonlyArray<Effect> =>
    leadsToLander(step, deps) ? [open("lander"), { _tag: "GoToStart" }] : [{ _tag: "GoToStart" }]

export const accountReactions = (
  steps$: Observable<LogStep>,
  deps: AccountReactionDeps,
): Observable<Effect> => {
  const always$ = steps$.pipe(
    concatMap((step) =>
      from([
        ...forgetPhoneSession(step),
        ...confirmRegistration(deps)(step),
        ...countVerification(step),
        ...tellNoCredits(step),
      ]),
    ),
  )
  if (!deps.arrivedToLogIn) return always$
  const arrival$ = steps$.pipe(
    filter((step) => logInCommand(step) !== null),
    take(1),
    concatMap((step) => from(arrive(deps)(step))),
  )
  return merge(always$, arrival$)
}
