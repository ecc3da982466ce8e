/**
 * The source of a list of performers: the catalogue by category and filter, or a member's favourites by their ids.
 * Pure.
 */
import type { PerformerSummary } from "@foldcast/contracts/queries/performers"
import type { Locale } from "@foldcast/contracts/units"
import { type GridFilter, NO_FILTER } from "@foldcast/rules/grid/filters"
import { BY_ID_KEY } from "@foldcast/rules/grid/known-performers"
import { BASIC_LIMIT, GRID_LIMIT, MAX_LIMIT } from "@foldcast/rules/grid/list"
import {
  DEFAULT_ORDER,
  GRID_ORDERINGS,
  type GridOrder,
  type Ordering,
} from "@foldcast/rules/grid/orders"
import { MAX_BY_ID, performersByIdPath, performersPath } from "@foldcast/rules/grid/resources"
import { isOnline } from "@foldcast/rules/performer-status"

type Cards = ReadonlyArray<PerformerSummary>

export interface GridSource {
  /** Two sources with the same name are the same list. */
  readonly name: string
  readonly filter: GridFilter
  readonly ordering: ReadonlyArray<Ordering>
  /** Performers per page. */
  readonly limit: number
  /** Null where only a request can tell. */
  readonly lastPage: number | null
  /** From 1. */
  readonly pagePath: (page: number) => string
  /** The maximum size of a page: so many placeholders are reserved. */
  readonly mostOf: (page: number) => number
  /** The paths of all pages so far: one request, unless there are more ids than a request takes. */
  readonly refreshPaths: (pages: number) => ReadonlyArray<string>
  /** The log's key instead of the path, where the path would reveal a member's favourites. */
  readonly logKey?: string
  /** In the order received, or in an order of its own. */
  readonly arranged: (performers: Cards) => Cards
}

export interface CatalogueAsked {
  /** A slug; null: all performers. */
  readonly category: string | null
  readonly filter: GridFilter
  /** The recommended one where it is left out. */
  readonly order?: GridOrder
  readonly locale: Locale
}

/** In the recommended order the locale decides whose language comes first (GRID-38, GRID-39). */
export const catalogueSource = (asked: CatalogueAsked): GridSource => {
  const path = (page: number, limit: number) => performersPath({ ...asked, page, limit })
  return {
    name: path(1, GRID_LIMIT),
    filter: asked.filter,
    ordering: GRID_ORDERINGS[asked.order ?? DEFAULT_ORDER],
    limit: GRID_LIMIT,
    lastPage: null,
    pagePath: (page) => path(page, GRID_LIMIT),
    mostOf: () => GRID_LIMIT,
    refreshPaths: (pages) => [path(1, Math.min(pages * GRID_LIMIT, MAX_LIMIT))],
    arranged: (performers) => performers,
  }
}

const slicesOf = (ids: ReadonlyArray<string>, size: number): ReadonlyArray<ReadonlyArray<string>> =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
    ids.slice(index * size, (index + 1) * size),
  )

const onlineFirst = (performers: Cards): Cards => [
  ...performers.filter(({ onlineStatus }) => isOnline(onlineStatus)),
  ...performers.filter(({ onlineStatus }) => !isOnline(onlineStatus)),
]

/**
 * Newest first by the ids; within a page online performers come first. Favourites that were added elsewhere since
 * the page was opened make it another list, which includes them.
 */
export const favouritesSource = (
  ids: ReadonlyArray<string>,
  locale: Locale,
  keptSince = 0,
): GridSource => {
  const pages = slicesOf(ids, BASIC_LIMIT)
  return {
    name: `favourites ${locale}${keptSince === 0 ? "" : ` +${keptSince}`}`,
    filter: NO_FILTER,
    ordering: GRID_ORDERINGS[DEFAULT_ORDER],
    limit: BASIC_LIMIT,
    lastPage: pages.length,
    pagePath: (page) => performersByIdPath(pages[page - 1] ?? [], locale),
    mostOf: (page) => pages[page - 1]?.length ?? 0,
    refreshPaths: (count) =>
      slicesOf(pages.slice(0, count).flat(), MAX_BY_ID).map((some) =>
        performersByIdPath(some, locale),
      ),
    logKey: BY_ID_KEY,
    arranged: onlineFirst,
  }
}
