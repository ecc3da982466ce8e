/**
 * Asks for a username after a log-in in this tab, when the member's name is their e-mail address (AUTH-59).
 * Once per log-in: a reload, a reset or a log-in in another tab does not count, and a new registration shows
 * its welcome first. The prompt waits while a dialog is open, and for the lander that a link's log-in opens.
 */
import { distinctUntilChanged, filter, map, type Observable, scan } from "rxjs"
import { memberOf } from "@foldcast/folds/account"
import { type AccountReactionDeps, leadsToLander, logInCommand } from "./account.ts"
import type { Effect, LogStep } from "./effect.ts"

/**
 * `due`: a log-in happened here, and it is not yet known or not yet possible to ask. `behindLander`: the same,
 * and the lander is about to open.
 */
type Prompt = "idle" | "behindLander" | "due" | "asked"

const loggedInHere = (step: LogStep): boolean => {
  const command = logInCommand(step)
  return command !== null && command !== "Register"
}

const next = (prompt: Prompt, step: LogStep, isLanderDue: boolean): Prompt => {
  const { after } = step
  const member = memberOf(after)
  if (member === null) return "idle"
  const now = loggedInHere(step) ? (isLanderDue ? "behindLander" : "due") : prompt
  if (now === "behindLander") return after.dialogs.open === "lander" ? "due" : now
  if (now !== "due" || member.profile === null) return now
  if (!member.profile.showChangeUsername) return "idle"
  return after.dialogs.open === null ? "asked" : "due"
}

export const usernamePromptReactions = (
  steps$: Observable<LogStep>,
  deps: AccountReactionDeps,
): Observable<Effect> => {
  // The lander opens only at a document's first log-in.
  let hasArrived = false
  return steps$.pipe(
    scan((prompt, step) => {
      const isLanderDue = !hasArrived && leadsToLander(step, deps)
      if (logInCommand(step) !== null) hasArrived = true
      return next(prompt, step, isLanderDue)
    }, "idle" as Prompt),
    distinctUntilChanged(),
    filter((prompt) => prompt === "asked"),
    map(() => ({
      _tag: "DispatchFact",
      fact: { _tag: "DialogOpened", dialog: "changeUsername" },
    })),
  )
}
