/**
 * What follows by itself from registering, logging in and verifying: which dialog opens, what is forgotten,
 * what is counted.
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
  /** Whether a link asked this document to log somebody in. */
  readonly arrivedToLogIn: boolean
}

const open = (dialog: DialogName): Effect => ({
  _tag: "DispatchFact",
  fact: { _tag: "DialogOpened", dialog },
})

/** The command by which somebody logged in here; null for every other step, in other tabs too. */
export const logInCommand = ({ entry, before }: LogStep): CommandTag | null => {
  if (entry.kind !== "event" || entry.envelope.event._tag !== "LoggedIn") return null
  const { cause } = entry.envelope
  const command = cause === undefined ? undefined : before.pending.commands[cause]?.command
  const isLogIn = command !== undefined && outcomesOf(command)?.includes("LoggedIn") === true
  return isLogIn ? command : null
}

/** Whoever paid by phone before is somebody else now, or the same person with an account. */
const forgetPhoneSession = (step: LogStep): ReadonlyArray<Effect> =>
  logInCommand(step) === null ? [] : [{ _tag: "ClearPhoneSession" }]

/** Only where there is something to confirm for. */
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

/** Whether the lander opens at this log-in, if a link asked for it: for who has not verified. */
export const leadsToLander = (
  { after }: LogStep,
  { brand, arrivedToLogIn }: AccountReactionDeps,
): boolean => arrivedToLogIn && brand.lander !== null && memberOf(after)?.verified === false

/** Where a link asked for the log-in: to the start. */
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
