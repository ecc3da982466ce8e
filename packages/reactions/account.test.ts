import { Subject } from "rxjs"
import { describe, expect, it } from "vitest"
import type { ClientFact, DialogName } from "@foldcast/contracts/client-facts/client-fact"
import type { CommandTag } from "@foldcast/contracts/commands/command"
import type { CommandId, EventId, MemberId } from "@foldcast/contracts/ids"
import { DEFAULT_FEATURES } from "@foldcast/contracts/queries/features"
import { type Event, FACT_TRAITS } from "@foldcast/contracts/stream/event"
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import type { LogEntry } from "@foldcast/folds/log-entry"
import { fold } from "@foldcast/folds/site"
import { accountReactions, type AccountReactionDeps } from "./account.ts"
import { ageGateReactions } from "./age-gate.ts"
import type { Effect, LogStep } from "./effect.ts"

const COMMAND = "command-0001" as CommandId
const LANDER = { id: "l1", media: { mediaLeft: null, mediaRight: null, amount: null }, i18n: {} }

const started = (splash6?: "true"): Event => ({
  _tag: "VisitStarted",
  locale: "nl",
  brand: "foldcast",
  device: "mobile",
  noNude: false,
  tracking: splash6 === undefined ? {} : { splash6 },
})
const loggedIn = (verified = false): Event => ({
  _tag: "LoggedIn",
  memberId: "m_00000001" as MemberId,
  username: "anna",
  verified,
})
const navigated: ClientFact = { _tag: "Navigated", path: "/", routeName: "home", params: {} }
const opened = (dialog: DialogName): ClientFact => ({ _tag: "DialogOpened", dialog })
const asked = (dialog: DialogName): Effect => ({ _tag: "DispatchFact", fact: opened(dialog) })
const sent = (command: CommandTag): ClientFact => ({
  _tag: "CommandSent",
  commandId: COMMAND,
  command,
})

type Happening = Event | ClientFact

const isEvent = (happening: Happening): happening is Event => happening._tag in FACT_TRAITS

/** Runs these events in one document; a requested fact is dispatched. */
const effectsOf = (
  react: (steps$: Subject<LogStep>) => { subscribe: (next: (effect: Effect) => void) => unknown },
  happenings: ReadonlyArray<Happening>,
  cause: CommandId | null = COMMAND,
) => {
  const steps$ = new Subject<LogStep>()
  const effects: Array<Effect> = []
  const waiting: Array<ClientFact> = []
  react(steps$).subscribe((effect) => {
    effects.push(effect)
    if (effect._tag === "DispatchFact") waiting.push(effect.fact)
  })
  let state = INITIAL_STATE
  let seq = 0
  const enter = (happening: Happening) => {
    seq += 1
    const entry: LogEntry = isEvent(happening)
      ? {
          kind: "event",
          envelope: {
            seq,
            id: `event-${seq}-0000` as EventId,
            at: seq,
            ...FACT_TRAITS[happening._tag],
            src: { from: "member-api" },
            ...(cause !== null && { cause }),
            event: happening,
          },
        }
      : { kind: "client", fact: { n: seq, after: seq, at: seq, fact: happening } }
    const before = state
    state = fold(before, entry)
    steps$.next({ entry, before, after: state })
    for (let fact = waiting.shift(); fact !== undefined; fact = waiting.shift()) enter(fact)
  }
  happenings.forEach(enter)
  return { effects, state }
}

const inAccount = (deps: Partial<AccountReactionDeps>, ...happenings: ReadonlyArray<Happening>) =>
  effectsOf(
    (steps$) =>
      accountReactions(steps$, {
        brand: { welcomeCredits: 120, lander: null, ...deps.brand },
        arrivedToLogIn: deps.arrivedToLogIn ?? false,
      }),
    happenings,
  ).effects

describe("a log-in's reactions", () => {
  it("forget an earlier phone payment", () => {
    expect(inAccount({}, started(), sent("LogIn"), loggedIn())).toEqual([
      { _tag: "ClearPhoneSession" },
    ])
  })

  it("change nothing here for one in another tab, or one told again by a reset", () => {
    const { effects } = effectsOf(
      (steps$) =>
        accountReactions(steps$, {
          brand: { welcomeCredits: 120, lander: LANDER },
          arrivedToLogIn: true,
        }),
      [started(), sent("LogIn"), loggedIn()],
      null,
    )
    expect(effects).toEqual([])
  })

  it("lead to the start page where a link asked for it, once [ROUTE-39]", () => {
    expect(
      inAccount(
        { arrivedToLogIn: true },
        started(),
        sent("LogInWithToken"),
        loggedIn(),
        sent("LogIn"),
        loggedIn(),
      ).filter(({ _tag }) => _tag === "GoToStart"),
    ).toEqual([{ _tag: "GoToStart" }])
  })

  it("open the lander for an unverified member where a link asked for it, and for no other [ROUTE-40]", () => {
    const arrival = { arrivedToLogIn: true, brand: { welcomeCredits: 120, lander: LANDER } }
    const unverified = inAccount(arrival, started(), sent("LogIn"), loggedIn(false))
    expect(unverified.slice(1)).toEqual([asked("lander"), { _tag: "GoToStart" }])
    const verified = inAccount(arrival, started(), sent("LogIn"), loggedIn(true))
    expect(verified.slice(1)).toEqual([{ _tag: "GoToStart" }])
    const withoutLander = inAccount({ arrivedToLogIn: true }, started(), sent("LogIn"), loggedIn())
    expect(withoutLander.slice(1)).toEqual([{ _tag: "GoToStart" }])
  })

  it("lead nowhere in a document that no link asked for it", () => {
    const brand = { welcomeCredits: 120, lander: LANDER }
    expect(inAccount({ brand }, started(), sent("LogIn"), loggedIn())).toEqual([
      { _tag: "ClearPhoneSession" },
    ])
  })
})

describe("a registration's reactions", () => {
  const registered: Event = { _tag: "MemberRegistered", memberId: "m_00000001" as MemberId }

  it("show a confirmation where welcome credits are to be had, and only there [AUTH-39]", () => {
    const happenings = [started(), sent("Register"), registered, loggedIn()]
    expect(inAccount({}, ...happenings)).toContainEqual(asked("registrationConfirmation"))
    const none = inAccount({ brand: { welcomeCredits: 0, lander: null } }, ...happenings)
    expect(none).toEqual([{ _tag: "ClearPhoneSession" }])
  })

  it("show no confirmation to a visitor who only logs in", () => {
    expect(inAccount({}, started(), sent("LogIn"), loggedIn())).not.toContainEqual(
      asked("registrationConfirmation"),
    )
  })
})

describe("a verification's reactions", () => {
  it("count it when it succeeds, not when it is refused [AUTH-75]", () => {
    const succeeded: Event = { _tag: "ActivationSucceeded", credits: 120 }
    expect(inAccount({}, started(), sent("Activate"), succeeded)).toEqual([
      { _tag: "PushAnalytics", event: { event: "conversion", type: "email_verified" } },
    ])
    const refused: Event = { _tag: "ActivationRefused", label: "expired" }
    expect(inAccount({}, started(), sent("Activate"), refused)).toEqual([])
  })
})

describe("the reactions to credits that ran out", () => {
  const ranOut: Event = { _tag: "CreditsRanOut", action: "interval" }

  it("open the window once, and not over the wallet", () => {
    expect(inAccount({}, started(), ranOut, ranOut)).toEqual([asked("noCredits")])
    expect(inAccount({}, started(), { _tag: "WalletOpened" }, ranOut)).toEqual([])
  })
})

const atGate = (ageCheckForAll: boolean, ...happenings: ReadonlyArray<Happening>) =>
  effectsOf(
    (steps$) =>
      ageGateReactions(steps$, { brand: { features: { ...DEFAULT_FEATURES, ageCheckForAll } } }),
    happenings,
  )
const verified: Event = { _tag: "AgeVerified" }

describe("the age check", () => {
  it("opens with splash6 until the age is verified [ROUTE-48]", () => {
    const { effects, state } = atGate(false, started("true"), navigated)
    expect(effects).toEqual([asked("ageCheck")])
    expect(state.dialogs.open).toBe("ageCheck")
    expect(atGate(false, started("true"), verified, navigated).effects).toEqual([])
    expect(atGate(false, started(), navigated).effects).toEqual([])
  })

  it("opens for everybody where the brand asks for it [ROUTE-48]", () => {
    expect(atGate(true, started(), navigated).effects).toEqual([asked("ageCheck")])
  })

  it("lets no other dialog stand before it, and opens afterwards what was asked for", () => {
    const { effects, state } = atGate(true, started(), navigated, opened("register"))
    expect(effects).toEqual([asked("ageCheck"), asked("ageCheck")])
    expect(state.dialogs.open).toBe("ageCheck")
    const after = atGate(true, started(), navigated, opened("register"), verified)
    expect(after.state.dialogs.open).toBe("register")
    expect(after.state.account.ageVerified).toBe(true)
  })

  it("keeps what was asked for while it is closed and asked again, and no menu", () => {
    const closed: ClientFact = { _tag: "DialogClosed", dialog: "ageCheck" }
    const began = [started(), navigated]
    const kept = atGate(true, ...began, opened("register"), closed, verified)
    expect(kept.state.dialogs.open).toBe("register")
    expect(atGate(true, ...began, opened("memberMenu"), verified).state.dialogs.open).toBeNull()
  })

  it("does not ask a member to log in afterwards", () => {
    const { state } = atGate(true, started(), navigated, opened("logIn"), loggedIn(), verified)
    expect(state.dialogs.open).toBeNull()
  })

  it("cannot be closed without an answer", () => {
    const closed: ClientFact = { _tag: "DialogClosed", dialog: "ageCheck" }
    expect(atGate(true, started(), navigated, closed).state.dialogs.open).toBe("ageCheck")
  })
})
