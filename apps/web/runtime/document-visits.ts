/**
 * The visits that one document shows, one after another, and what the tab carries into each as client facts (law L4):
 * from storage for the page's visit, from what was shown until then for a visit that replaces it.
 */
import type { ClientFact } from "@foldcast/contracts/client-facts/client-fact"
import { consentOf } from "@foldcast/folds/consent"
import type { LogEntry } from "@foldcast/folds/log-entry"
import type { ConsentChoice, SiteState } from "@foldcast/folds/site-state"
import type { TabSlice } from "@foldcast/reactions/effect"
import type { DocumentLog } from "./document-log.ts"
import type { DocumentLoop } from "./document-loop.ts"
import type { MemberData } from "./member-data.ts"
import type { PayWindow } from "./pay-window.ts"
import type { TabStorage } from "./tab-storage.ts"
import { restoredFacts, visitHandover } from "./visit-handover.ts"

export interface DocumentVisitsDeps {
  readonly storage: TabStorage
  readonly log: DocumentLog
  readonly loop: DocumentLoop
  readonly memberData: MemberData
  readonly payWindow: PayWindow
  readonly record: (fact: ClientFact) => LogEntry
}

export class DocumentVisits {
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

  /** The visit that replaced another is shown: whole, or a part of it that says whose it is. */
  showNext(isWhole: boolean): void {
    const { loop, memberData, payWindow } = this.#deps
    loop.showNewVisit((shown, next) => {
      const handover = visitHandover(shown, next, isWhole)
      if (handover === null) return null
      if (handover.closesPayWindow) payWindow.close()
      if (handover.isOtherVisitor) memberData.forget()
      return this.#restored(handover.slice, consentOf(shown))
    })
  }

  #restored(slice: TabSlice | null, choice: ConsentChoice | null): ReadonlyArray<LogEntry> {
    const { storage, log, record } = this.#deps
    const facts = restoredFacts(slice && { tab: storage.tab(), slice }, log.navigated, choice)
    return facts.map(record)
  }
}
