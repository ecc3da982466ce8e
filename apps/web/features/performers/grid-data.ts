/**
 * The document's state of one list of performers, and every way in which it changes. Pure.
 *
 * Besides the list (rules, grid/list) it stores who was online when their place was decided. Performers who came
 * online since then are counted as newcomers; they move to a better place only when the visitor asks.
 */
import type { PerformerSummary, PerformersAnswer } from "@foldcast/contracts/queries/performers"
import type { GridFilter } from "@foldcast/rules/grid/filters"
import {
  type GridList,
  loaded,
  refreshed,
  withNextPage,
  withPagesUpTo,
  withStatuses,
  withWaiting,
} from "@foldcast/rules/grid/list"
import { type Ordering, placesByStatus } from "@foldcast/rules/grid/orders"
import { isOnline } from "@foldcast/rules/performer-status"

type Cards = ReadonlyArray<PerformerSummary>

export interface GridData {
  readonly list: GridList<PerformerSummary>
  /** The performers who were online when they were placed. */
  readonly placedOnline: ReadonlyArray<string>
  /** Gateway milliseconds: the time at which the data was current. */
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
  /** Performers per page. */
  readonly performerLimit: number
  /** The last loaded page, from 1. */
  readonly performerPage: number
  /** The offset of the next page. */
  readonly pageOffset: number
}

const onlineIds = (performers: Cards) =>
  performers
    .filter(({ onlineStatus }) => isOnline(onlineStatus))
    .map(({ performerId }) => performerId)

export interface GridLoad {
  readonly pages: number
  readonly limit: number
  readonly at: number
  /** The recommended one where it is left out. */
  readonly ordering?: ReadonlyArray<Ordering>
}

/** All pages so far, in the order received: a first load, or one that may reorder. */
export const loadedGrid = (performers: Cards, { at, ...asked }: GridLoad): GridData => ({
  list: loaded(performers, asked),
  placedOnline: onlineIds(performers),
  at,
})

/** New performers who are online count as placed. */
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

/** The grid with all pages up to `pages`; the same object where so many are already loaded. */
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
 * All requested pages were loaded again and every performer moves to the right place. Pages that arrived meanwhile
 * stay behind them.
 */
export const reloadedGrid = (
  now: GridData | undefined,
  performers: Cards,
  asked: GridLoad,
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

/** Returns the same object where nothing changed. */
export const gridWithStatuses = (
  grid: GridData,
  statuses: Readonly<Record<string, number>>,
): GridData => {
  const list = withStatuses(grid.list, statuses)
  return list === grid.list ? grid : { ...grid, list }
}

/** The visitor asked for the waiting changes. */
export const gridWithWaiting = (grid: GridData): GridData => {
  const list = withWaiting(grid.list)
  return { ...grid, list, placedOnline: onlineIds(list.performers) }
}

/**
 * How many are online now who were not when the list was ordered: the pill's number. In an order that a status does not
 * change, those who are shown already stand in their place.
 */
export const newcomers = ({ list, placedOnline }: GridData): number => {
  const shown = placesByStatus(list.ordering)
    ? []
    : list.performers.map(({ performerId }) => performerId)
  const known = new Set<string>([...placedOnline, ...shown])
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
