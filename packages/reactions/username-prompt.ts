/**
 * Asks for a username after a log-in in this tab, where the member's name is their e-mail address
 * (product spec, section 4). Once per log-in: what comes back after a reload, a reset or from another
 * tab is no log-in here, and who has just registered is welcomed first. Waits while a dialog is open.
 */
import { distinctUntilChanged, filter, map, type Observable, scan } from "rxjs"
import type { CommandTag } from "@foldcast/contracts/commands/command-tags"
import { memberOf } from "@foldcast/folds/account"
import type { Effect, Step } from "./effect.ts"

/** `due`: somebody logged in here and it is not known yet whether, or not possible yet, to ask. */
type Prompt = "idle" | "due" | "asked"

const LOG_INS: ReadonlyArray<CommandTag> = ["LogIn", "LogInWithToken"]

const loggedInHere = ({ entry, before }: Step): boolean => {
  if (entry.kind !== "event" || entry.envelope.event._tag !== "LoggedIn") return false
  const { cause } = entry.envelope
  const command = cause === undefined ? undefined : before.pending.commands[cause]?.command
  return command !== undefined && LOG_INS.includes(command)
}

const next = (prompt: Prompt, step: Step): Prompt => {
  const { after } = step
  const member = memberOf(after)
  if (member === null) return "idle"
  const isDue = prompt === "due" || loggedInHere(step)
  if (!isDue || member.profile === null) return isDue ? "due" : prompt
  if (!member.profile.showChangeUsername) return "idle"
  return after.dialogs.open === null ? "asked" : "due"
}

export const usernamePromptReactions = (steps$: Observable<Step>): Observable<Effect> =>
  steps$.pipe(
    scan(next, "idle" as Prompt),
    distinctUntilChanged(),
    filter((prompt) => prompt === "asked"),
    map(() => ({
      _tag: "DispatchFact",
      fact: { _tag: "DialogOpened", dialog: "changeUsername" },
    })),
  )
