/**
 * A list of performers that belongs to a history entry. Back restores it with every loaded page, after a reload
 * too; a link starts a new one. The first page comes with the document where possible and later pages are appended.
 * All loaded pages are refreshed in one request: every half minute while the page is visible, when it becomes
 * visible again, and when the network returns.
 *
 * The decisions are in grid-data.ts and rules, grid/list.
 */
import { useQuery } from "@tanstack/react-query"
import { useDeferredValue, useMemo, useState } from "react"
import type { Problem } from "@foldcast/contracts/commands/problem"
import { carriedAnswer } from "../../runtime/page-answers.ts"
import type { AnswerRefused } from "../../runtime/queries.ts"
import { useRuntime } from "../../runtime/react.tsx"
import type { SiteRuntime } from "../../runtime/site-runtime.ts"
import { useGatewayNow } from "../../runtime/use-gateway-now.ts"
import { useIsTakingOver } from "../../runtime/use-is-taking-over.ts"
import { readPerformers } from "../performers/answers.ts"
import { usePageLocation } from "../site/use-page-location.ts"
import { askPerformers } from "./ask-performers.ts"
import {
  GRID_KEY,
  type GridData,
  gridWithPagesUpTo,
  gridWithWaiting,
  loadedGrid,
  refreshedGrid,
  reloadedGrid,
} from "../performers/grid-data.ts"
import type { GridSource } from "./grid-source.ts"
import { type NextPage, useNextPage } from "./use-next-page.ts"
import { pagesRecalled, useRecalledPages } from "./use-recalled-pages.ts"

const REFRESH_MS = 30_000
/** How long a list is kept in the cache for a return to it. */
const KEPT_MS = 30 * 60_000

export type GridView =
  | { readonly _tag: "Loading" }
  | { readonly _tag: "Offline" }
  | { readonly _tag: "Failed"; readonly problem: Problem; readonly isRetrying: boolean }
  | {
      readonly _tag: "Shown"
      readonly grid: GridData
      /** True while the list for the previous filter is shown and the new one loads. */
      readonly isFormer: boolean
      /** Identifies the list: the cards of another list have other keys, even for the same performers. */
      readonly name: string
      /** The last of the formerly loaded pages that are loading again; null: none are. */
      readonly recalled: number | null
    }

export interface Grid {
  readonly view: GridView
  readonly next: NextPage
  /** Refreshes the loaded pages; no card moves. */
  readonly refresh: () => void
  /** Refreshes and moves every performer to the right place. Resolves with whether it succeeded. */
  readonly reload: () => Promise<boolean>
  /** Puts the waiting performers in their places. */
  readonly applyWaiting: () => void
}

/**
 * The key of the history entry that shows this page; it does not change when only the fragment or the state
 * changes.
 */
const useHistoryEntry = (): string => {
  const { pathname, searchStr, state } = usePageLocation()
  const place = pathname + searchStr
  const key = state.__TSR_key ?? ""
  const [entry, setEntry] = useState({ place, key })
  if (entry.place === place) return entry.key
  setEntry({ place, key })
  return key
}

const carriedGrid = ({ pageAnswers }: SiteRuntime, source: GridSource): GridData | undefined => {
  const answer = readPerformers(carriedAnswer(pageAnswers, source.pagePath(1)))
  if (answer === null) return undefined
  const performers = source.arranged(answer.performers)
  const { limit, ordering } = source
  return loadedGrid(performers, { pages: 1, limit, ordering, at: pageAnswers.now })
}

const askAll = async (
  runtime: SiteRuntime,
  source: GridSource,
  pages: number,
  signal: AbortSignal,
) => {
  const paths = source.refreshPaths(pages)
  const answers = await Promise.all(
    paths.map((path) => askPerformers(runtime, path, source, signal)),
  )
  return source.arranged(answers.flatMap(({ performers }) => performers))
}

export const useGrid = (source: GridSource, isWanted = true): Grid => {
  const runtime = useRuntime()
  const { queries } = runtime
  const { limit, ordering } = source
  const gatewayNow = useGatewayNow()
  const entry = useHistoryEntry()
  const queryKey = [GRID_KEY, source.name, entry]
  const current = () => queries.getQueryData<GridData>(queryKey)

  const initial = useIsTakingOver() ? carriedGrid(runtime, source) : undefined
  const query = useQuery<GridData, AnswerRefused>({
    queryKey,
    queryFn: async ({ signal }) => {
      const before = current()
      const pages = before?.list.pagination.page ?? pagesRecalled(entry, source)
      const performers = await askAll(runtime, source, pages, signal)
      const now = current()
      if (now === undefined) {
        return loadedGrid(performers, { pages, limit, ordering, at: gatewayNow() })
      }
      // A page that loaded meanwhile is newer than this answer.
      return now.list.pagination.page === pages ? refreshedGrid(now, performers, gatewayNow()) : now
    },
    enabled: isWanted,
    gcTime: KEPT_MS,
    refetchInterval: REFRESH_MS,
    placeholderData: (former) => former,
    ...(initial !== undefined && { initialData: initial }),
  })
  const next = useNextPage(source, queryKey)
  const recalled = useRecalledPages({
    entry,
    source,
    pages: query.isPlaceholderData ? 0 : (query.data?.list.pagination.page ?? 0),
    recall: async (pages, signal) => {
      const performers = await askAll(runtime, source, pages, signal)
      const came = { pages, at: gatewayNow() }
      queries.setQueryData<GridData>(
        queryKey,
        (grid) => grid && gridWithPagesUpTo(grid, performers, came),
      )
    },
  })

  const reload = async () => {
    const before = current()
    if (before === undefined) return false
    const { page: pages } = before.list.pagination
    await queries.cancelQueries({ queryKey })
    const performers = await askAll(runtime, source, pages, new AbortController().signal).catch(
      () => null,
    )
    if (performers === null) return false
    queries.setQueryData<GridData>(queryKey, (now) =>
      reloadedGrid(now, performers, { pages, limit, ordering, at: gatewayNow() }),
    )
    return true
  }

  const { view, isLatest } = useUnhurried(query, source.name, recalled.last)
  return {
    view,
    next: {
      ...next,
      mayFollow: next.mayFollow && isLatest && recalled.last === null,
      follow: () => {
        if (!recalled.areComing()) next.follow()
      },
    },
    refresh: () => {
      void query.refetch({ cancelRefetch: false })
    },
    reload,
    applyWaiting: () => {
      queries.setQueryData<GridData>(queryKey, (grid) => grid && gridWithWaiting(grid))
    },
  }
}

/**
 * The list as a deferred value: rendering the visitor's presses comes before rendering statuses, refreshes and
 * loaded pages. Their order stays.
 */
const useUnhurried = (
  { data, isPlaceholderData, error, isFetching, fetchStatus }: Asked,
  asked: string,
  recalled: number | null,
) => {
  const [name, setName] = useState(asked)
  if (name !== asked && data !== undefined && !isPlaceholderData) setName(asked)
  const latest = useMemo(
    () => ({ data, isPlaceholderData, name, recalled }),
    [data, isPlaceholderData, name, recalled],
  )
  const rendered = useDeferredValue(latest)
  const isLatest = rendered === latest
  return { view: viewOf({ ...rendered, error, isFetching, fetchStatus }), isLatest }
}

interface Asked {
  readonly data: GridData | undefined
  readonly error: AnswerRefused | null
  readonly isPlaceholderData: boolean
  readonly isFetching: boolean
  readonly fetchStatus: "fetching" | "paused" | "idle"
}

const viewOf = ({
  data,
  error,
  isPlaceholderData,
  isFetching,
  fetchStatus,
  name,
  recalled,
}: Asked & { readonly name: string; readonly recalled: number | null }): GridView => {
  if (data !== undefined && !(isPlaceholderData && fetchStatus === "paused")) {
    return { _tag: "Shown", grid: data, isFormer: isPlaceholderData, name, recalled }
  }
  if (fetchStatus === "paused") return { _tag: "Offline" }
  if (error === null) return { _tag: "Loading" }
  return { _tag: "Failed", problem: error.problem, isRetrying: isFetching }
}
