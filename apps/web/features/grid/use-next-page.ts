/**
 * Loads the page after the last loaded one, one at a time, and appends it. After a failure the list stays and the
 * visitor can retry. Only a few pages load by scrolling alone, so that the end of the page can be reached.
 * Invariant: no request stays in the loading state, whatever its result.
 */
import { type QueryKey, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import type { Problem } from "@foldcast/contracts/commands/problem"
import { answerRefusal } from "../../runtime/queries.ts"
import { useRuntime } from "../../runtime/react.tsx"
import { useGatewayNow } from "../../runtime/use-gateway-now.ts"
import { type GridData, gridWithNextPage } from "../performers/grid-data.ts"
import type { GridSource } from "./grid-source.ts"
import { askPerformers } from "./ask-performers.ts"

/** Pages that load by scrolling alone before a press is needed. */
const BY_THEMSELVES = 3

type Progress =
  /** The number of performers that the last page added. */
  | { readonly _tag: "Idle"; readonly added: number }
  | { readonly _tag: "Loading" }
  | { readonly _tag: "Failed"; readonly problem: Problem }
const IDLE: Progress = { _tag: "Idle", added: 0 }

export interface NextPage {
  readonly progress: Progress
  /** Whether scrolling may load the next page. */
  readonly mayFollow: boolean
  /** Called when the visitor scrolls near the end. */
  readonly follow: () => void
  /** Called on a press; resolves with whether it succeeded. */
  readonly load: () => Promise<boolean>
}

/** The progress belongs to one list: another list starts from zero. */
interface Turn {
  readonly of: string
  readonly progress: Progress
  readonly byThemselves: number
}

export const useNextPage = (source: GridSource, queryKey: QueryKey): NextPage => {
  const runtime = useRuntime()
  const gatewayNow = useGatewayNow()
  const queries = useQueryClient()
  const of = queryKey.join(" ")
  const fresh: Turn = { of, progress: IDLE, byThemselves: 0 }
  const [latest, setLatest] = useState(fresh)
  const turn = latest.of === of ? latest : fresh
  const asking = useRef<AbortController | null>(null)
  useEffect(
    () => () => {
      asking.current?.abort()
      asking.current = null
      // Resets the loading state, so that it is not stale when the visitor returns to this list.
      setLatest((turn) =>
        turn.of === of && turn.progress._tag === "Loading" ? { ...turn, progress: IDLE } : turn,
      )
    },
    [of],
  )

  const ask = async (byThemselves: number): Promise<boolean> => {
    const grid = queries.getQueryData<GridData>(queryKey)
    if (asking.current !== null || grid === undefined) return false
    const controller = new AbortController()
    asking.current = controller
    const { signal } = controller
    setLatest({ of, byThemselves, progress: { _tag: "Loading" } })
    const page = grid.list.pagination.page + 1
    const ended = await queries
      .cancelQueries({ queryKey })
      .then(() => askPerformers(runtime, source.pagePath(page), source, signal))
      .then((answer) => ({ performers: source.arranged(answer.performers) }))
      .catch((error: unknown) => ({ error }))
    if (signal.aborted) return false
    asking.current = null
    if ("performers" in ended) {
      queries.setQueryData<GridData>(
        queryKey,
        (now) =>
          now && gridWithNextPage(now, { ...ended, page, limit: source.limit }, gatewayNow()),
      )
      const added = ended.performers.length
      setLatest({ of, byThemselves, progress: { _tag: "Idle", added } })
      return true
    }
    const { problem } = answerRefusal(ended.error)
    setLatest({ of, byThemselves, progress: { _tag: "Failed", problem } })
    return false
  }

  const mayFollow = turn.progress._tag === "Idle" && turn.byThemselves < BY_THEMSELVES
  return {
    progress: turn.progress,
    mayFollow,
    follow: () => {
      if (mayFollow) void ask(turn.byThemselves + 1)
    },
    load: () => ask(0),
  }
}
