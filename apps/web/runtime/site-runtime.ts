/**
 * What a document's features see of the loop: its state, its connection, and the two ways to speak:
 * client facts (what the visitor did) and commands (what is asked of the gateway).
 *
 * Made by rendered-site.ts on the server and by live-site.ts in the browser.
 */
import type { QueryClient } from "@tanstack/react-query"
import type { Observable } from "rxjs"
import type { ConnectionStatus } from "@foldcast/client/connection-status"
import type { ClientFact, ClientFactOf } from "@foldcast/contracts/client-facts/client-fact"
import type { Command } from "@foldcast/contracts/commands/command"
import type { CommandId, VisitId } from "@foldcast/contracts/ids"
import type { SiteState } from "@foldcast/folds/site-state"
import type { Drafts } from "./drafts.ts"
import type { PageAnswers } from "./page-answers.ts"

/** As it came: whoever reads a topic checks its data. */
export interface GatewaySignal {
  readonly topic: string
  readonly data: unknown
}

/** What the log is told of a command besides its kind and whom it is about. */
export type CommandDetails = Pick<
  ClientFactOf<"CommandSent">,
  "mode" | "message" | "messageType" | "attachment"
>

export interface SiteRuntime {
  readonly state$: Observable<SiteState>
  readonly connection$: Observable<ConnectionStatus>
  /** The state now; the same object until something changes. */
  readonly getState: () => SiteState
  /** The fold of the page's first facts: what the server rendered and the browser hydrates. */
  readonly getFirstState: () => SiteState
  readonly getConnection: () => ConnectionStatus
  /** What the visitor did. Folded at once, stored by the gateway when it can be reached. */
  readonly dispatch: (fact: ClientFact) => void
  /**
   * Asks the gateway; the outcome comes as facts, the waiting stands in `state.pending`. `again`: the id of a command
   * that got no answer and is asked once more as itself: it takes effect at most once.
   */
  readonly send: (command: Command, details?: CommandDetails, again?: CommandId) => CommandId
  /**
   * Begins a payment. Call it inside the click: it opens the bank's tab, with `loadingText` in it until
   * the bank's address is known. Ends in `state.payment`.
   */
  readonly startCheckout: (loadingText: string) => void
  /** The visit that this document follows; undefined before there is one. */
  readonly visitNow: () => VisitId | undefined
  /** Connects now instead of after the wait. */
  readonly reconnect: () => void
  /** Resolves when no command that changes the session is in flight. */
  readonly settled: () => Promise<void>
  /** What was typed and must survive a reload; emptied at log-out. Never passwords. */
  readonly drafts: Drafts
  /** The answers of gateway resources; emptied at log-out. */
  readonly queries: QueryClient
  /** Those that the page came with. */
  readonly pageAnswers: PageAnswers
  /** What the gateway signals beside the log; it patches answers and is never folded (law L1). */
  readonly signals$: Observable<GatewaySignal>
  readonly start: () => void
  readonly stop: () => void
}
