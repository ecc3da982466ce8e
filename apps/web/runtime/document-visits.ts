/**
 * The visits that one document shows, one after another, as its connection brings them; and what the tab carries into
 * each as client facts (law L4): from storage for the page's visit, from what was shown until then for a visit that
 * replaces it.
 */
import type { Subject } from "rxjs"
import type { ConnectionListener } from "@foldcast/client/connection"
import type { Greeting } from "@foldcast/client/connection-model"
import type { ConnectionStatus } from "@foldcast/client/connection-status"
import type { ClientFact } from "@foldcast/contracts/client-facts/client-fact"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import { consentOf } from "@foldcast/folds/consent"
import type { LogEntry } from "@foldcast/folds/log-entry"
import type { ConsentChoice, SiteState } from "@foldcast/folds/site-state"
import type { TabSlice } from "@foldcast/reactions/effect"
import type { DocumentLog } from "./document-log.ts"
import type { DocumentLoop } from "./document-loop.ts"
import type { MemberData } from "./member-data.ts"
import type { PayWindow } from "./pay-window.ts"
import type { GatewaySignal } from "./site-runtime.ts"
import type { TabStorage } from "./tab-storage.ts"
import { restoredFacts, visitHandover } from "./visit-handover.ts"

export interface DocumentVisitsDeps {
  readonly storage: TabStorage
  readonly log: DocumentLog
  readonly loop: DocumentLoop
  readonly memberData: MemberData
  readonly payWindow: PayWindow
  readonly record: (fact: ClientFact) => LogEntry
  readonly connection$: Subject<ConnectionStatus>
  readonly caughtUp$: Subject<SiteState>
  readonly signals$: Subject<GatewaySignal>
}

/** States in which the rest of the new visit may never come. */
const isInterrupted = ({ _tag }: ConnectionStatus) =>
  _tag === "Waiting" || _tag === "Offline" || _tag === "Stopped"

export class DocumentVisits implements ConnectionListener {
  readonly #deps: DocumentVisitsDeps
  #isRestored = false

  constructor(deps: DocumentVisitsDeps) {
    this.#deps = deps
  }

  /** The page's visit. A document that comes back knows what it had open; only a new one asks the storage. */
  restoreFirst(first: SiteState): void {
    if (this.#isRestored) return
    const { storage, loop, memberData } = this.#deps
    memberData.keepOnlyOwn(first)
    loop.state$.subscribe((state) => memberData.shown(state))
    loop.enter(this.#restored(storage.slice(), null))
    this.#isRestored = true
  }

  greeted(greeting: Greeting): void {
    const { log, loop } = this.#deps
    log.greeted(greeting)
    if (greeting.isAnother) loop.holdForNewVisit()
  }

  delivered(events: ReadonlyArray<OpenEnvelope>): void {
    const { log, loop } = this.#deps
    loop.enter(log.entriesOf(events))
  }

  caughtUp(): void {
    const { loop, memberData, caughtUp$ } = this.#deps
    this.#showNext(true)
    memberData.keepOnlyOwn(loop.state$.value)
    caughtUp$.next(loop.state$.value)
  }

  signalled(topic: string, data: unknown): void {
    this.#deps.signals$.next({ topic, data })
  }

  sessionEnded(): void {
    const { loop, memberData } = this.#deps
    // After `LoggedOut` was folded the member's data is gone already; what is there now is the next visitor's.
    if (loop.state$.value.account.identity._tag !== "LoggedOut") memberData.forget()
  }

  reported(status: ConnectionStatus): void {
    if (isInterrupted(status)) this.#showNext(false)
    this.#deps.connection$.next(status)
  }

  /** Shows the visit that replaced another: whole, or a part of it that says whose it is. */
  #showNext(isWhole: boolean): void {
    const { loop, memberData, payWindow } = this.#deps
    loop.showNewVisit((shown, next) => {
      const handover = visitHandover(shown, next, isWhole)
      if (handover === null) return null
      if (handover.closesPayWindow) payWindow.close()
      if (handover.isOtherVisitor) memberData.forget()
      return this.#restored(handover.slice, consentOf(shown), handover.messages)
    })
  }

  #restored(
    slice: TabSlice | null,
    choice: ConsentChoice | null,
    messages: ReadonlyArray<ClientFact> = [],
  ): ReadonlyArray<LogEntry> {
    const { storage, log, record } = this.#deps
    const facts = restoredFacts(
      slice && { tab: storage.tab(), slice },
      log.navigated,
      choice,
      messages,
    )
    return facts.map(record)
  }
}
