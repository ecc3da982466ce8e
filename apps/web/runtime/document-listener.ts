/** What a document does with what its connection brings: it logs, folds, and shows a visit that replaced another. */
import type { Subject } from "rxjs"
import type { ConnectionListener } from "@foldcast/client/connection"
import type { ConnectionStatus } from "@foldcast/client/connection-status"
import type { SiteState } from "@foldcast/folds/site-state"
import type { DocumentLog } from "./document-log.ts"
import type { DocumentLoop } from "./document-loop.ts"
import type { DocumentVisits } from "./document-visits.ts"
import type { MemberData } from "./member-data.ts"
import type { GatewaySignal } from "./site-runtime.ts"

export interface ListeningDocument {
  readonly log: DocumentLog
  readonly loop: DocumentLoop
  readonly memberData: MemberData
  readonly visits: DocumentVisits
  readonly connection$: Subject<ConnectionStatus>
  readonly caughtUp$: Subject<SiteState>
  readonly signals$: Subject<GatewaySignal>
}

/** Where the waiting for a whole visit has no end in sight. */
const isInterrupted = ({ _tag }: ConnectionStatus) =>
  _tag === "Waiting" || _tag === "Offline" || _tag === "Stopped"

export const documentListener = ({
  log,
  loop,
  memberData,
  visits,
  connection$,
  caughtUp$,
  signals$,
}: ListeningDocument): ConnectionListener => ({
  greeted: (greeting) => {
    log.greeted(greeting)
    if (greeting.isAnother) loop.holdForNewVisit()
  },
  delivered: (events) => loop.enter(log.events(events)),
  caughtUp: () => {
    visits.showNext(true)
    memberData.keepOnlyOwn(loop.state$.value)
    caughtUp$.next(loop.state$.value)
  },
  signalled: (topic, data) => signals$.next({ topic, data }),
  sessionEnded: () => {
    // A log-out that was told has been forgotten: what came since is the next visitor's.
    if (loop.state$.value.account.identity._tag !== "LoggedOut") memberData.forget()
  },
  reported: (status) => {
    if (isInterrupted(status)) visits.showNext(false)
    connection$.next(status)
  },
})
