/**
 * Reports to the gateway which performers the visitor sees, so that it sends their statuses. It reports after the
 * list has not changed for a second, again with each new connection, and an empty list when the page is left.
 *
 * Invariant: the last report equals the shown list while the connection is live.
 */
import type { Observable } from "rxjs"
import type { ConnectionStatus } from "@foldcast/client/connection-status"
import type { ClientFactOf } from "@foldcast/contracts/client-facts/client-fact"
import { MAX_PERFORMERS_SHOWN } from "@foldcast/contracts/client-facts/limits"

const SETTLED_MS = 1_000

type PerformersShown = ClientFactOf<"PerformersShown">

export interface ShownPorts {
  readonly connection$: Observable<ConnectionStatus>
  readonly dispatch: (fact: PerformersShown) => void
}

export interface ShownPerformers {
  /** In the order of the page; at most a hundred, the rest is cut off. */
  readonly show: (performerIds: ReadonlyArray<string>) => void
  readonly stop: () => void
}

export const reportShown = ({ connection$, dispatch }: ShownPorts): ShownPerformers => {
  let isLive = false
  let shown: ReadonlyArray<string> = []
  let reported: ReadonlyArray<string> = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const report = (performerIds: ReadonlyArray<string>) => {
    reported = performerIds
    dispatch({ _tag: "PerformersShown", performerIds })
  }
  const reportChanges = () => {
    timer = undefined
    if (isLive && shown.join() !== reported.join()) report(shown)
  }
  const settle = () => {
    clearTimeout(timer)
    timer = setTimeout(reportChanges, SETTLED_MS)
  }

  const subscription = connection$.subscribe(({ _tag }) => {
    const wasLive = isLive
    isLive = _tag === "Live"
    if (!isLive || wasLive) return
    // A new connection's gateway does not have earlier reports.
    reported = []
    settle()
  })

  return {
    show: (performerIds) => {
      shown = performerIds.slice(0, MAX_PERFORMERS_SHOWN)
      settle()
    },
    stop: () => {
      clearTimeout(timer)
      subscription.unsubscribe()
      if (reported.length > 0) report([])
    },
  }
}
