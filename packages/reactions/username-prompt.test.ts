import { Subject } from "rxjs"
import { describe, expect, it } from "vitest"
import type { ClientFact } from "@foldcast/contracts/client-facts/client-fact"
import type { CommandTag } from "@foldcast/contracts/commands/command"
import type { CommandId, EventId, MemberId } from "@foldcast/contracts/ids"
import { type Event, FACT_TRAITS } from "@foldcast/contracts/stream/event"
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import type { LogEntry } from "@foldcast/folds/log-entry"
import { fold } from "@foldcast/folds/site"
import type { AccountReactionDeps } from "./account.ts"
import type { Effect, LogStep } from "./effect.ts"
import { usernamePromptReactions } from "./username-prompt.ts"

const COMMAND = "command-0001" as CommandId

const loggedIn: Event = {
  _tag: "LoggedIn",
  memberId: "m_00000001" as MemberId,
  username: "anna@example.test",
  verified: true,
}
const loaded = (showChangeUsername = true, verified = true): Event => ({
  _tag: "MemberLoaded",
  username: showChangeUsername ? "anna@example.test" : "anna",
  capName: "Anna",
  email: "anna@example.test",
  verified,
  endUserText: null,
  lander: null,
  showChangeUsername,
})
const sent = (command: CommandTag): ClientFact => ({
  _tag: "CommandSent",
  commandId: COMMAND,
  command,
})
const ASKED: Effect = {
  _tag: "DispatchFact",
  fact: { _tag: "DialogOpened", dialog: "changeUsername" },
}

const BRAND: AccountReactionDeps["brand"] = { welcomeCredits: 120, lander: null }
const LANDER = { id: "l1", media: { mediaLeft: null, mediaRight: null, amount: null }, i18n: {} }

type Happenings = ReadonlyArray<Event | ClientFact>

const asked = (...happenings: Happenings): ReadonlyArray<Effect> =>
  askedIn({ brand: BRAND, arrivedToLogIn: false }, happenings)

/** The effects of these events; a requested dialog opens. */
const askedIn = (deps: AccountReactionDeps, happenings: Happenings): ReadonlyArray<Effect> => {
  const steps$ = new Subject<LogStep>()
  const effects: Array<Effect> = []
  usernamePromptReactions(steps$, deps).subscribe((effect) => effects.push(effect))
  let state = INITIAL_STATE
  happenings.forEach((happening, index) => {
    const entry: LogEntry =
      happening._tag in FACT_TRAITS
        ? {
            kind: "event",
            envelope: {
              seq: index + 1,
              id: `event-${index}-0000` as EventId,
              at: index,
              ...FACT_TRAITS[(happening as Event)._tag],
              src: { from: "member-api" },
              cause: COMMAND,
              event: happening,
            },
          }
        : {
            kind: "client",
            fact: { n: index + 1, after: index, at: index, fact: happening as ClientFact },
          }
    const before = state
    state = fold(before, entry)
    steps$.next({ entry, before, after: state })
  })
  return effects
}

describe("the username prompt", () => {
  it.each(["LogIn", "LogInWithToken"] as const)(
    "opens after %s when the name is the e-mail address [AUTH-59]",
    (command) => {
      expect(asked(sent(command), loggedIn, loaded())).toEqual([ASKED])
    },
  )

  it("does not open for members with a name of their own [AUTH-59]", () => {
    expect(asked(sent("LogIn"), loggedIn, loaded(false), loaded())).toEqual([])
  })

  it("asks once per log-in [AUTH-59]", () => {
    expect(asked(sent("LogIn"), loggedIn, loaded(), loaded(), loaded())).toEqual([ASKED])
    expect(
      asked(
        sent("LogIn"),
        loggedIn,
        loaded(),
        { _tag: "LoggedOut", reason: "requested" },
        sent("LogIn"),
        loggedIn,
        loaded(),
      ),
    ).toEqual([ASKED, ASKED])
  })

  it("waits for an open dialog to close", () => {
    const open: ClientFact = { _tag: "DialogOpened", dialog: "lander" }
    expect(asked(sent("LogIn"), loggedIn, open, loaded())).toEqual([])
    expect(
      asked(sent("LogIn"), loggedIn, open, loaded(), { _tag: "DialogClosed", dialog: "lander" }),
    ).toEqual([ASKED])
  })

  it("comes after the lander that a link's log-in opens, whatever is known before it opens [AUTH-59, ROUTE-40]", () => {
    const arrival = { brand: { ...BRAND, lander: LANDER }, arrivedToLogIn: true }
    const unverified: Event = { ...loggedIn, verified: false }
    const before: Happenings = [sent("LogInWithToken"), unverified, loaded(true, false)]
    expect(askedIn(arrival, before)).toEqual([])
    const read: Happenings = [
      { _tag: "DialogOpened", dialog: "lander" },
      { _tag: "DialogClosed", dialog: "lander" },
    ]
    expect(askedIn(arrival, [...before, ...read])).toEqual([ASKED])
    const again: Happenings = [
      { _tag: "LoggedOut", reason: "requested" },
      sent("LogIn"),
      unverified,
    ]
    expect(askedIn(arrival, [...before, ...read, ...again, loaded()])).toEqual([ASKED, ASKED])
    expect(askedIn(arrival, [sent("LogInWithToken"), loggedIn, loaded()])).toEqual([ASKED])
  })

  it("does not open after a registration, and after log-ins in other tabs", () => {
    expect(asked(sent("Register"), loggedIn, loaded())).toEqual([])
    expect(asked(loggedIn, loaded())).toEqual([])
    expect(asked(sent("ChangeUsername"), loggedIn, loaded())).toEqual([])
  })
})
