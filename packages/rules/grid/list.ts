/**
 * The performers that a grid shows: the loaded ones, their order, and the refreshed ones that wait for the
 * visitor. Pure.
 *
 * Invariants: each performer is in the list once; loading more never moves the loaded ones; a status changes in
 * place; only a new load and applying the waiting list reorder.
 */
import { isOnline } from "../performer-status.ts"
import { DEFAULT_ORDER, GRID_ORDERINGS, type Ordering } from "./orders.ts"

/** Performers on a page (GRID-35, GRID-36). */
export const GRID_LIMIT = 30

/** Performers whose profiles were looked at last, in their row and in its cookie (known-performers.ts). */
export const MAX_RECENT = 12
/** Page size of favourites, and of lists without infinite scroll. */
export const BASIC_LIMIT = 60
export const SMALL_LIST_LIMIT = 10
/** The maximum of one call, which bounds a refresh. */
export const MAX_LIMIT = 990

/** Counts stop here: this number means this many or more. */
export const MAX_COUNTED_PERFORMERS = 1_000

export interface GridEntry {
  readonly performerId: string
  readonly onlineStatus: number
}

export interface GridPage<Entry extends GridEntry> {
  readonly performers: ReadonlyArray<Entry>
  /** From 1. */
  readonly page: number
  readonly limit: number
}

export interface GridList<Entry extends GridEntry> {
  readonly performers: ReadonlyArray<Entry>
  readonly ordering: ReadonlyArray<Ordering>
  readonly pagination: {
    /** The last loaded page. */
    readonly page: number
    /** Performers on a page. */
    readonly limit: number
    readonly hasMorePages: boolean
  }
  /** The result of a refresh that the visitor has not applied yet; null: nothing new. */
  readonly waiting: ReadonlyArray<Entry> | null
}

/** A full page means that there may be more. Source: GRID-32; an exact end costs one empty request. */
export const hasMorePages = (returned: number, limit: number): boolean => returned === limit

const once = <Entry extends GridEntry>(entries: ReadonlyArray<Entry>): ReadonlyArray<Entry> => {
  const seen = new Set<string>()
  return entries.filter(({ performerId }) => {
    if (seen.has(performerId)) return false
    seen.add(performerId)
    return true
  })
}

/** A load replaces the list (GRID-29). One call returned `pages` pages of `limit`. */
export const loaded = <Entry extends GridEntry>(
  performers: ReadonlyArray<Entry>,
  {
    pages,
    limit,
    ordering = GRID_ORDERINGS[DEFAULT_ORDER],
  }: {
    readonly pages: number
    readonly limit: number
    readonly ordering?: ReadonlyArray<Ordering>
  },
): GridList<Entry> => ({
  performers: once(performers),
  ordering,
  pagination: { page: pages, limit, hasMorePages: hasMorePages(performers.length, pages * limit) },
  waiting: null,
})

/** Adds the next page: known performers are updated in place, the others are appended (GRID-30). */
export const withNextPage = <Entry extends GridEntry>(
  list: GridList<Entry>,
  { performers, page, limit }: GridPage<Entry>,
): GridList<Entry> => {
  const fresh = new Map(performers.map((entry) => [entry.performerId, entry]))
  const extended = (entries: ReadonlyArray<Entry>) =>
    once([...entries.map((entry) => fresh.get(entry.performerId) ?? entry), ...performers])
  return {
    ...list,
    performers: extended(list.performers),
    pagination: { page, limit, hasMorePages: hasMorePages(performers.length, limit) },
    // The waiting list holds the earlier pages; applying it must not lose this page.
    waiting: list.waiting === null ? null : extended(list.waiting),
  }
}

/**
 * Adds all pages up to `pages` from one call. Loaded performers stay in place and are updated, the others are
 * appended.
 */
export const withPagesUpTo = <Entry extends GridEntry>(
  list: GridList<Entry>,
  performers: ReadonlyArray<Entry>,
  pages: number,
): GridList<Entry> => {
  const { limit } = list.pagination
  return {
    ...withNextPage(list, { performers, page: pages, limit }),
    pagination: loaded(performers, { pages, limit }).pagination,
  }
}

/**
 * Takes a refresh of all loaded pages (GRID-31). Shown performers stay in place and are updated; any new ones
 * wait.
 */
export const refreshed = <Entry extends GridEntry>(
  list: GridList<Entry>,
  performers: ReadonlyArray<Entry>,
): GridList<Entry> => {
  const { page, limit } = list.pagination
  const asked = Math.min(page * limit, MAX_LIMIT)
  const isWhole = asked === page * limit
  const fresh = new Map(performers.map((entry) => [entry.performerId, entry]))
  const here = list.performers.map((entry) => fresh.get(entry.performerId) ?? entry)
  const next = once(isWhole ? performers : [...performers, ...here])
  const waits = newlyOnline({ performers: here, waiting: next }) > 0
  return {
    ...list,
    performers: here,
    pagination: isWhole
      ? { page, limit, hasMorePages: hasMorePages(performers.length, asked) }
      : list.pagination,
    waiting: waits ? next : null,
  }
}

/** How many performers came online and are not shown as online: the pill's number. */
export const newlyOnline = <Entry extends GridEntry>({
  performers,
  waiting,
}: Pick<GridList<Entry>, "performers" | "waiting">): number => {
  if (waiting === null) return 0
  const here = new Set(
    performers
      .filter(({ onlineStatus }) => isOnline(onlineStatus))
      .map(({ performerId }) => performerId),
  )
  return waiting.filter(
    ({ performerId, onlineStatus }) => isOnline(onlineStatus) && !here.has(performerId),
  ).length
}

/** Applies the waiting list, at the visitor's request. */
export const withWaiting = <Entry extends GridEntry>(list: GridList<Entry>): GridList<Entry> =>
  list.waiting === null ? list : { ...list, performers: list.waiting, waiting: null }

/** Updates statuses in place; returns the same list when nothing changed. */
export const withStatuses = <Entry extends GridEntry>(
  list: GridList<Entry>,
  statuses: Readonly<Record<string, number>>,
): GridList<Entry> => {
  let isChanged = false
  const patched = (entry: Entry): Entry => {
    const status = Object.hasOwn(statuses, entry.performerId)
      ? statuses[entry.performerId]
      : undefined
    if (status === undefined || status === entry.onlineStatus) return entry
    isChanged = true
    return { ...entry, onlineStatus: status }
  }
  const performers = list.performers.map(patched)
  const waiting = list.waiting?.map(patched) ?? null
  return isChanged ? { ...list, performers, waiting } : list
}
