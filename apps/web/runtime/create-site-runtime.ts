/**
 * A live document: the page's facts, its log, the stream, the loop and the performer of its effects, joined.
 * What of the browser it needs comes in as ports; live-site.ts gives it the real ones.
 *
 * What a tab carries comes back as a client fact: from storage for a page's visit, from what was shown
 * until then for a visit that replaces another under an open document (law L4).
 */
import { BehaviorSubject, Subject } from "rxjs"
import { type CommandAnswer, type CommandPorts, postCommand } from "@foldcast/client/commands"
import { type ConnectionPorts, createConnection } from "@foldcast/client/connection"
import { type ConnectionStatus, IDLE } from "@foldcast/client/connection-status"
import type { PublicBrand } from "@foldcast/contracts/queries/brand"
import type { ClientFact, ClientFactOf } from "@foldcast/contracts/client-facts/client-fact"
import type { Command } from "@foldcast/contracts/commands/command"
import { CHANGES_SESSION } from "@foldcast/contracts/commands/site-commands.gen"
import { NO_ANSWER } from "@foldcast/contracts/commands/no-answer"
import type { CommandId, MemberId } from "@foldcast/contracts/ids"
import type { LogOutReason } from "@foldcast/contracts/stream/account"
import type { LogEntry } from "@foldcast/folds/log-entry"
import { memberOf } from "@foldcast/folds/account"
import { consentOf } from "@foldcast/folds/consent"
import type { ConsentChoice, SiteState } from "@foldcast/folds/site-state"
import { chosenPaymentMethod } from "@foldcast/folds/wallet"
import type { AnalyticsEvent } from "@foldcast/reactions/analytics-event"
import type { Effect, TabSlice } from "@foldcast/reactions/effect"
import { siteReactions } from "@foldcast/reactions/site"
import { isEmptySlice, tabSlice } from "@foldcast/reactions/tab"
import { documentLog } from "./document-log.ts"
import { documentLoop } from "./document-loop.ts"
import type { FirstFacts } from "./first-facts.ts"
import type { PayWindow } from "./pay-window.ts"
import { newQueryClient } from "./queries.ts"
import { firstState } from "./rendered-site.ts"
import type { SessionMutex } from "./session-mutex.ts"
import type { PageAnswers } from "./page-answers.ts"
import type { GatewaySignal, SiteRuntime, ToldOfCommand } from "./site-runtime.ts"
import type { TabStorage } from "./tab-storage.ts"

export interface SiteSurroundings {
  /** Null where the page carried none: the document begins a visit of its own. */
  readonly firstFacts: FirstFacts | null
  readonly pageAnswers: PageAnswers
  /** The site's own origin. */
  readonly origin: string
  readonly brand: PublicBrand
  /** Whether a link asked this document to log somebody in. */
  readonly arrivedToLogIn: boolean
  readonly storage: TabStorage
  readonly payWindow: (closedByVisitor: () => void) => PayWindow
  readonly connectionPorts: ConnectionPorts
  readonly sessionMutex: SessionMutex
  readonly commandPorts: CommandPorts
  /** Milliseconds of a monotonic clock. */
  readonly monotonicNow: () => number
  /** Opaque, never the same twice. */
  readonly newId: () => string
  /** By which a payment session may know this browser: null without consent, and until it is found. */
  readonly fingerprint: () => string | null
  readonly leaveFor: (url: string) => void
  /** The reason is that of the log-out which leads there. */
  readonly goHome: (reason: LogOutReason | null) => void
  readonly goToStart: () => void
  readonly clearPhoneSession: () => void
  readonly pushAnalytics: (event: AnalyticsEvent) => void
}

/** Where the waiting for a whole visit has no end in sight. */
const isInterrupted = ({ _tag }: ConnectionStatus) =>
  _tag === "Waiting" || _tag === "Offline" || _tag === "Stopped"

export const createSiteRuntime = (surroundings: SiteSurroundings): SiteRuntime => {
  const { firstFacts, origin, storage, connectionPorts, commandPorts } = surroundings
  const { brand, arrivedToLogIn, sessionMutex } = surroundings
  const first = firstState(firstFacts?.events ?? [])
  const pageSeq = firstFacts?.events.at(-1)?.seq ?? 0
  const log = documentLog({ seq: pageSeq, now: firstFacts?.now ?? 0 }, surroundings.monotonicNow)
  const connection$ = new BehaviorSubject<ConnectionStatus>(IDLE)
  const caughtUp$ = new Subject<SiteState>()
  const signals$ = new Subject<GatewaySignal>()
  /** Where the visitor is, for a visit that begins under an open document. */
  let lastNavigation: ClientFactOf<"Navigated"> | null = null
  let isRestored = false
  /** The member that this document last showed; null: a guest. */
  let shownMember: MemberId | null = null

  const queries = newQueryClient()

  /** Nothing of the member stays: what is asked for is called off, what was answered is dropped. */
  const forgetMember = (): void => {
    void queries.cancelQueries()
    queries.clear()
    storage.forgetMember()
  }

  const visitorOf = (state: SiteState) => memberOf(state)?.memberId ?? null

  /**
   * What is kept is this visitor's alone: a member whose session ended while no document of theirs was open,
   * or none that heard of it, left something behind.
   */
  const keepOnlyOwn = (state: SiteState): void => {
    // Nobody said yet who this is.
    if (state.visit.started === null) return
    const visitor = visitorOf(state)
    if (storage.isOfAnother(visitor)) forgetMember()
    if (visitor !== null) storage.keepFor(visitor)
  }

  const newCommandId = () => surroundings.newId() as CommandId

  /** Sent before it is entered: what follows from it is recorded after it. */
  const record = (fact: ClientFact): LogEntry => {
    if (fact._tag === "Navigated") lastNavigation = fact
    const numbered = log.fact(fact)
    connection.send(numbered)
    return { kind: "client", fact: numbered }
  }

  const dispatch = (fact: ClientFact): void => loop.enter([record(fact)])

  const visitNow = () => connection.place()?.visit

  const answerOf = async (command: Command, commandId: CommandId): Promise<CommandAnswer> => {
    const visit = visitNow()
    return visit === undefined
      ? { _tag: "NotAdmitted", label: NO_ANSWER, reference: null }
      : postCommand(origin, { commandId, visit, command }, commandPorts)
  }

  const post = async (command: Command, commandId: CommandId): Promise<void> => {
    const ask = () => answerOf(command, commandId)
    const answer = await (CHANGES_SESSION[command._tag]
      ? sessionMutex.change(ask)
      : "reason" in command && command.reason === "unloaded"
        ? // The page has no time left to wait in.
          ask()
        : sessionMutex.settled().then(ask))
    dispatch(
      answer._tag === "Admitted"
        ? { _tag: "CommandAdmitted", commandId, seq: answer.seq }
        : { _tag: "CommandFailed", commandId, label: answer.label },
    )
  }

  const send = (command: Command, commandId = newCommandId(), told?: ToldOfCommand): CommandId => {
    dispatch({
      _tag: "CommandSent",
      commandId,
      command: command._tag,
      ...(command._tag === "CheckPayment" && { sessionId: command.sessionId }),
      ...("performerId" in command && { performerId: command.performerId }),
      ...told,
    })
    void post(command, commandId)
    return commandId
  }

  /** The fingerprint is in no state and no log: it joins the command when that is sent. */
  const withFingerprint = (command: Command): Command => {
    if (command._tag !== "OpenPaymentSession") return command
    const fingerprint = surroundings.fingerprint()
    return fingerprint === null ? command : { ...command, fingerprint }
  }

  const payWindow = surroundings.payWindow(() => dispatch({ _tag: "PayWindowClosed" }))

  /** A document that went now would take the answer along that brings the next cookie. */
  const leave = (go: () => void): void => {
    void sessionMutex.settled().then(go)
  }

  const perform = (effect: Effect): void => {
    switch (effect._tag) {
      case "SendCommand":
        send(withFingerprint(effect.command), effect.commandId ?? undefined)
        return
      case "DispatchFact":
        return dispatch(effect.fact)
      case "PointPayWindow":
        return payWindow.point(effect.url)
      case "ClosePayWindow":
        return payWindow.close()
      case "LeaveForBank":
        return surroundings.leaveFor(effect.url)
      case "PushAnalytics":
        return surroundings.pushAnalytics(effect.event)
      case "KeepTabSlice":
        return storage.keepSlice(effect.slice, effect.path)
      case "ForgetMember":
        payWindow.close()
        return forgetMember()
      case "ClearPhoneSession":
        return surroundings.clearPhoneSession()
      case "GoHome": {
        const { identity } = loop.getState().account
        const reason = identity._tag === "LoggedOut" ? identity.reason : null
        return leave(() => surroundings.goHome(reason))
      }
      case "GoToStart":
        return leave(surroundings.goToStart)
    }
  }

  const loop = documentLoop(
    first,
    (steps$) => siteReactions(steps$, { origin, caughtUp$, brand, arrivedToLogIn }),
    perform,
  )

  /** What a visit is shown with: what the tab carries, then where it is and what of it was agreed to. */
  const restored = (
    slice: TabSlice | null,
    choice: ConsentChoice | null,
  ): ReadonlyArray<LogEntry> => {
    const facts: ReadonlyArray<ClientFact | null> = [
      slice === null ? null : { _tag: "TabRestored", tab: storage.tab(), slice },
      lastNavigation,
      choice === null ? null : { _tag: "ConsentChosen", choice },
    ]
    return facts.filter((fact) => fact !== null).map(record)
  }

  /** The visit that replaced another is shown: whole, or a part of it that says whose it is. */
  const showNewVisit = (isWhole: boolean) =>
    loop.goOn((shown, next) => {
      const was = visitorOf(shown)
      const is = visitorOf(next)
      // A guest's so far: the member may still be named, and goes on as they were until it is known.
      if (!isWhole && was !== null && is === null) return null
      // What a member had open is not the next visitor's.
      if (was !== null && was !== is) {
        payWindow.close()
        forgetMember()
        return restored(null, consentOf(shown))
      }
      // Its command was the visit before's: no address will ever come for the blank tab.
      if (shown.payment.current._tag === "Opening") payWindow.close()
      const slice = tabSlice(shown)
      return restored(isEmptySlice(slice) ? null : slice, consentOf(shown))
    })

  const connection = createConnection({
    origin,
    tab: storage.tab(),
    page: firstFacts && { visit: firstFacts.visit, epoch: firstFacts.epoch, seq: pageSeq },
    ports: connectionPorts,
    listener: {
      greeted: (greeting) => {
        log.greeted(greeting)
        if (greeting.isAnother) loop.beginAnew()
      },
      delivered: (events) => loop.enter(log.events(events)),
      caughtUp: () => {
        showNewVisit(true)
        keepOnlyOwn(loop.getState())
        caughtUp$.next(loop.getState())
      },
      signalled: (topic, data) => signals$.next({ topic, data }),
      sessionEnded: () => {
        // A log-out that was told has been forgotten: what came since is the next visitor's.
        if (loop.getState().account.identity._tag !== "LoggedOut") forgetMember()
      },
      reported: (status) => {
        if (isInterrupted(status)) showNewVisit(false)
        connection$.next(status)
      },
    },
  })

  return {
    state$: loop.state$,
    connection$,
    getState: loop.getState,
    getFirstState: () => first,
    getConnection: () => connection$.value,
    dispatch,
    send: (command, told) => send(command, undefined, told),
    startCheckout: (loadingText) => {
      const state = loop.getState()
      const isPossible = state.visit.started !== null && chosenPaymentMethod(state) !== null
      if (!isPossible || state.payment.current._tag !== "Ready") return
      dispatch({
        _tag: "CheckoutStarted",
        commandId: newCommandId(),
        payWindow: payWindow.open(loadingText),
      })
    },
    visitNow,
    reconnect: () => connection.reconnectNow(),
    settled: sessionMutex.settled,
    drafts: storage.drafts,
    queries,
    pageAnswers: surroundings.pageAnswers,
    signals$,
    start: () => {
      // A document that comes back knows what it had open; only a new one asks the storage.
      if (!isRestored) {
        keepOnlyOwn(first)
        loop.state$.subscribe((state) => {
          const member = visitorOf(state)
          if (member !== null && member !== shownMember) keepOnlyOwn(state)
          shownMember = member
        })
        loop.enter(restored(storage.slice(), null))
      }
      isRestored = true
      connection.start()
    },
    stop: () => connection.stop(),
  }
}
