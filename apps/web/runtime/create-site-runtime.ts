/**
 * A live document: the page's facts, its log, the stream, the loop and the performer of its effects, joined. What it
 * needs of the browser comes in as ports; live-site.ts passes the real ones.
 */
import { BehaviorSubject, Subject } from "rxjs"
import type { CommandPorts } from "@foldcast/client/commands"
import { type ConnectionPorts, StreamConnection } from "@foldcast/client/connection"
import { type ConnectionStatus, IDLE } from "@foldcast/client/connection-status"
import type { PublicBrand } from "@foldcast/contracts/queries/brand"
import type { ClientFact } from "@foldcast/contracts/client-facts/client-fact"
import type { CommandId } from "@foldcast/contracts/ids"
import type { LogEntry } from "@foldcast/folds/log-entry"
import type { SiteState } from "@foldcast/folds/site-state"
import { chosenPaymentMethod } from "@foldcast/folds/wallet"
import { siteReactions } from "@foldcast/reactions/site"
import { CommandSender } from "./command-sender.ts"
import { DocumentLog } from "./document-log.ts"
import { DocumentLoop } from "./document-loop.ts"
import { DocumentVisits } from "./document-visits.ts"
import { type BrowserEffects, effectPerformer } from "./effect-performer.ts"
import type { FirstFacts } from "./first-facts.ts"
import { MemberData } from "./member-data.ts"
import type { PayWindow } from "./pay-window.ts"
import { newQueryClient } from "./queries.ts"
import { firstState } from "./rendered-site.ts"
import type { SessionMutex } from "./session-mutex.ts"
import type { PageAnswers } from "./page-answers.ts"
import type { GatewaySignal, SiteRuntime } from "./site-runtime.ts"
import type { TabStorage } from "./tab-storage.ts"
import { ticksOf } from "./ticks.ts"

export interface SiteRuntimeDeps extends BrowserEffects {
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
  /** By which a payment may know this browser: null without consent, and until it is found. */
  readonly fingerprint: () => string | null
}

const mayCheckOut = (state: SiteState): boolean =>
  state.visit.started !== null &&
  chosenPaymentMethod(state) !== null &&
  state.payment.current._tag === "Ready"

export const createSiteRuntime = (deps: SiteRuntimeDeps): SiteRuntime => {
  const { firstFacts, origin, storage, sessionMutex } = deps
  const first = firstState(firstFacts?.events ?? [])
  const pageSeq = firstFacts?.events.at(-1)?.seq ?? 0
  const log = new DocumentLog({ seq: pageSeq, now: firstFacts?.now ?? 0 }, deps.monotonicNow)
  const connection$ = new BehaviorSubject<ConnectionStatus>(IDLE)
  const caughtUp$ = new Subject<SiteState>()
  const signals$ = new Subject<GatewaySignal>()
  const queries = newQueryClient()
  const memberData = new MemberData(queries, storage)

  /** Sent before it is entered: what follows from it is recorded after it. */
  const record = (fact: ClientFact): LogEntry => {
    const numbered = log.number(fact)
    connection.send(numbered)
    return { kind: "client", fact: numbered }
  }
  const dispatch = (fact: ClientFact): void => loop.enter([record(fact)])
  const getState = () => loop.state$.value
  const visitNow = () => connection.position()?.visit
  const newCommandId = () => deps.newId() as CommandId

  const commands = new CommandSender({ ...deps, visitNow, dispatch })
  const payWindow = deps.payWindow(() => dispatch({ _tag: "PayWindowClosed" }))
  const perform = effectPerformer({
    ...deps,
    payWindow,
    getState,
    dispatch,
    send: (command, commandId) => commands.send(command, commandId ?? newCommandId()),
    forgetMember: () => memberData.forget(),
  })
  const loop = new DocumentLoop(
    first,
    (steps$) =>
      siteReactions(steps$, {
        ...deps,
        caughtUp$,
        every: ticksOf(deps.connectionPorts.setTimer),
      }),
    perform,
  )

  const startCheckout = (loadingText: string): void => {
    if (!mayCheckOut(getState())) return
    const commandId = newCommandId()
    dispatch({ _tag: "CheckoutStarted", commandId, payWindow: payWindow.open(loadingText) })
  }

  const visits = new DocumentVisits({
    storage,
    log,
    loop,
    memberData,
    payWindow,
    record,
    connection$,
    caughtUp$,
    signals$,
  })

  const connection = new StreamConnection({
    origin,
    tab: storage.tab(),
    page: firstFacts && { visit: firstFacts.visit, epoch: firstFacts.epoch, seq: pageSeq },
    ports: deps.connectionPorts,
    listener: visits,
  })

  return {
    state$: loop.state$,
    connection$,
    getState,
    getFirstState: () => first,
    getConnection: () => connection$.value,
    dispatch,
    send: (command, details, again) => commands.send(command, again ?? newCommandId(), details),
    startCheckout,
    visitNow,
    reconnect: () => connection.reconnectNow(),
    settled: sessionMutex.settled,
    drafts: storage.drafts,
    queries,
    pageAnswers: deps.pageAnswers,
    signals$,
    start: () => {
      visits.restoreFirst(first)
      connection.start()
    },
    stop: () => connection.stop(),
  }
}
