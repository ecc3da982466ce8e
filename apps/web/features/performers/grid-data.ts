/**
 * What the document keeps of one list of performers, and every way in which it changes. Pure.
 *
 * Besides the list (rules, grid/list) it knows who was online when their place was decided: whoever came
 * online since then is told of, and takes a better place only when the visitor asks.
 */
import type { PerformerSummary, PerformersAnswer } from "@foldcast/contracts/queries/performers"
import type { GridFilter } from "@foldcast/rules/grid/filters"
import {
  type GridList,
  loaded,
  type Ordering,
  refreshed,
  withNextPage,
  withPagesUpTo,
  withStatuses,
  withWaiting,
} from "@foldcast/rules/grid/list"
import { isOnline } from "@foldcast/rules/performer-status"

type Cards = ReadonlyArray<PerformerSummary>

export interface GridData {
  readonly list: GridList<PerformerSummary>
  /** Who was online when they were placed. */
  readonly placedOnline: ReadonlyArray<string>
  /** Gateway milliseconds: when what it tells was so. */
  readonly at: number
}

/** The first element of every list's key in the query cache. */
export const GRID_KEY = "grid"

/** A grid as features see it. */
export interface GridState {
  readonly performers: Cards
  readonly ordering: ReadonlyArray<Ordering>
  readonly filter: GridFilter
  readonly pagination: GridList<PerformerSummary>["pagination"]
  /** Performers of a page. */
  readonly performerLimit: number
  /** The last page that is here, from 1. */
  readonly performerPage: number
  /** Where the next page begins. */
  readonly pageOffset: number
}

const onlineIds = (performers: Cards) =>
  performers
    .filter(({ onlineStatus }) => isOnline(onlineStatus))
    .map(({ performerId }) => performerId)

/** All pages so far, as they came: a first load, or one that may reorder. */
export const loadedGrid = (
  performers: Cards,
  { pages, limit, at }: { readonly pages: number; readonly limit: number; readonly at: number },
): GridData => ({
  list: loaded(performers, { pages, limit }),
  placedOnline: onlineIds(performers),
  at,
})

/** Those who came online and were not here have their places now. */
const placed = ({ list, placedOnline }: GridData, performers: Cards) => {
  const here = new Set<string>(list.performers.map(({ performerId }) => performerId))
  const added = performers.filter(({ performerId }) => !here.has(performerId))
  return [...placedOnline, ...onlineIds(added)]
}

export const gridWithNextPage = (
  grid: GridData,
  { performers, page, limit }: Pick<PerformersAnswer, "performers" | "page" | "limit">,
  at: number,
): GridData => ({
  list: withNextPage(grid.list, { performers, page, limit }),
  placedOnline: placed(grid, performers),
  at,
})

/** All pages up to `pages` came; the same grid where so many are here. */
export const gridWithPagesUpTo = (
  grid: GridData,
  performers: Cards,
  { pages, at }: { readonly pages: number; readonly at: number },
): GridData =>
  grid.list.pagination.page >= pages
    ? grid
    : {
        list: withPagesUpTo(grid.list, performers, pages),
        placedOnline: placed(grid, performers),
        at,
      }

export const refreshedGrid = (grid: GridData, performers: Cards, at: number): GridData => ({
  ...grid,
  list: refreshed(grid.list, performers),
  at,
})

/**
 * All pages that were asked for came anew and everybody stands where they belong; pages that came while
 * they were on their way stay behind them.
 */
export const reloadedGrid = (
  now: GridData | undefined,
  performers: Cards,
  asked: { readonly pages: number; readonly limit: number; readonly at: number },
): GridData => {
  const anew = loadedGrid(performers, asked)
  if (now === undefined || now.list.pagination.page <= asked.pages) return anew
  const here = new Set(anew.list.performers.map(({ performerId }) => performerId))
  const later = now.list.performers.filter(({ performerId }) => !here.has(performerId))
  return {
    ...anew,
    list: {
      ...anew.list,
      performers: [...anew.list.performers, ...later],
      pagination: now.list.pagination,
    },
    placedOnline: [...anew.placedOnline, ...onlineIds(later)],
  }
}

/** The same grid where nothing changed. */
export const gridWithStatuses = (
  grid: GridData,
  statuses: Readonly<Record<string, number>>,
): GridData => {
  const list = withStatuses(grid.list, statuses)
  return list === grid.list ? grid : { ...grid, list }
}

/** The visitor asked for what waits. */
export const gridWithWaiting = (grid: GridData): GridData => {
  const list = withWaiting(grid.list)
  return { ...grid, list, placedOnline: onlineIds(list.performers) }
}

/** How many are online now who were not when the list was ordered: the pill's number. */
export const newcomers = ({ list, placedOnline }: GridData): number => {
  const known = new Set(placedOnline)
  const online = new Set(onlineIds([...list.performers, ...(list.waiting ?? [])]))
  return [...online].filter((performerId) => !known.has(performerId)).length
}

export const gridState = ({ list }: GridData, filter: GridFilter): GridState => {
  const { performers, ordering, pagination } = list
  const { page, limit } = pagination
  return {
    performers,
    ordering,
    filter,
    pagination,
    performerLimit: limit,
    performerPage: page,
    pageOffset: page * limit,
  }
}
