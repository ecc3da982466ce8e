/** A document on the server: its first facts folded, and nothing that could happen to it. */
import { NEVER, of } from "rxjs"
import { IDLE } from "@foldcast/client/connection-status"
import type { CommandId } from "@foldcast/contracts/ids"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import { foldAll } from "@foldcast/folds/site"
import type { SiteState } from "@foldcast/folds/site-state"
import { NO_DRAFTS } from "./drafts.ts"
import type { PageAnswers } from "./page-answers.ts"
import { newQueryClient } from "./queries.ts"
import type { SiteRuntime } from "./site-runtime.ts"

/** The state that a page's facts fold to, on the server and in the browser alike. */
export const firstState = (events: ReadonlyArray<OpenEnvelope>): SiteState =>
  foldAll(
    INITIAL_STATE,
    events.map((envelope) => ({ kind: "event", envelope })),
  )

/** No effect runs while a page is rendered, so nobody can ask this of it. */
const notHere = (): never => {
  throw new Error("a page that is being rendered does nothing")
}

export const renderedSite = (page: {
  readonly now: number
  readonly events: ReadonlyArray<OpenEnvelope>
  readonly pageAnswers: PageAnswers["bodies"]
}): SiteRuntime => {
  const state = firstState(page.events)
  return {
    state$: of(state),
    connection$: of(IDLE),
    getState: () => state,
    getFirstState: () => state,
    getConnection: () => IDLE,
    dispatch: notHere,
    send: (): CommandId => notHere(),
    startCheckout: notHere,
    visitNow: () => undefined,
    reconnect: notHere,
    settled: notHere,
    drafts: NO_DRAFTS,
    queries: newQueryClient(),
    pageAnswers: { now: page.now, cameAt: page.now, bodies: page.pageAnswers },
    signals$: NEVER,
    start: notHere,
    stop: notHere,
  }
}
