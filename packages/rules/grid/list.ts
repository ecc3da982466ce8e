/**
 * The list of performers a grid shows. Pure: what is loaded, what of it is shown in which order, and what
 * waits until the visitor asks for it.
 *
 * Invariants: nobody is in the list twice; loading more never moves who is there already; a status changes
 * in place; only loading anew and applying what waits reorder.
 */
import { isOnline } from "../performer-status.ts"

/** Performers on a page (GRID-35, GRID-36). */
export const GRID_LIMIT = 30
/** Favourites, and lists without infinite scroll. */
export const BASIC_LIMIT = 60
export const SMALL_LIST_LIMIT = 10
/** One call brings at most so many, which bounds a refresh. */
export const MAX_LIMIT = 990

/** Performers are counted no further: so many stand for that many or more. */
export const MAX_COUNTED_PERFORMERS = 1_000

/** Free first, then the newest last session of those offline, then the language, then the rating. */
export const DEFAULT_ORDERING = ["free", "lastCamSession", "language", "rating"] as const
export type Ordering = (typeof DEFAULT_ORDERING)[number]

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
    /** The last page that is here. */
    readonly page: number
    /** Performers of a page. */
    readonly limit: number
    readonly hasMorePages: boolean
  }
  /** What a refresh brought and nobody asked for yet; null: nothing new. */
  readonly waiting: ReadonlyArray<Entry> | null
}

/** Source: GRID-32; an exact end costs one empty request. */
export const hasMorePages = (returned: number, limit: number): boolean => returned === limit

const once = <Entry extends GridEntry>(entries: ReadonlyArray<Entry>): ReadonlyArray<Entry> => {
  const seen = new Set<string>()
  return entries.filter(({ performerId }) => {
    if (seen.has(performerId)) return false
    seen.add(performerId)
    return true
  })
}

/** Loading replaces the list (GRID-29). `pages` of `limit` came in one call. */
export const loaded = <Entry extends GridEntry>(
  performers: ReadonlyArray<Entry>,
  { pages, limit }: { readonly pages: number; readonly limit: number },
): GridList<Entry> => ({
  performers: once(performers),
  ordering: DEFAULT_ORDERING,
  pagination: { page: pages, limit, hasMorePages: hasMorePages(performers.length, pages * limit) },
  waiting: null,
})

/** The next page: who is here already takes the newer facts in place, the others follow (GRID-30). */
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
    // What waits was all pages before this one: applying it must not lose the page.
    waiting: list.waiting === null ? null : extended(list.waiting),
  }
}

/**
 * All pages up to `pages` came in one call, of which fewer are here: who is here stays and learns what is
 * new, the others follow.
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
 * All pages so far came anew in one call (GRID-31). What is on the page stays where it is and learns what
 * is new of it; who came in waits, if anybody did.
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

/** How many came online that are not on the page as such: the pill's number. */
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

/** The visitor asked for what waits. */
export const withWaiting = <Entry extends GridEntry>(list: GridList<Entry>): GridList<Entry> =>
  list.waiting === null ? list : { ...list, performers: list.waiting, waiting: null }

/** In place; the same list where nothing changed. */
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
