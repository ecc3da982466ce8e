/**
 * Builds the queries to the performer service for a list (UA27). Pure.
 *
 * Invariant: the base is one gender, unless the filter names another or the query is by name or id.
 */
import { MAX_PAGE_SIZE } from "@foldcast/contracts/upstream/performer-service"
import type { Locale } from "@foldcast/contracts/units"
import {
  BASE_GENDER,
  FILTER_GROUP_NAMES,
  type FilterGroup,
  type GridFilter,
  NEW_WITHIN_MS,
  POPULAR_TOY_CODES,
} from "@foldcast/rules/grid/filters"
import { DEFAULT_ORDER, GRID_ORDERINGS, type GridOrder } from "@foldcast/rules/grid/orders"

export type UpstreamQuery = Readonly<Record<string, string>>

/** The query parameters of a filter group, by the upstream's names. */
type Asked = ReadonlyArray<readonly [name: string, values: ReadonlyArray<string>]>

const popularAsked = (values: ReadonlyArray<string>): Asked => [
  ...(values.includes("free") ? [["onlineStatus", ["free"]] as const] : []),
  ...(values.includes("toy") ? [["cybertoy", POPULAR_TOY_CODES] as const] : []),
]

const asked = (group: FilterGroup, values: ReadonlyArray<string>): Asked => {
  if (group === "popular") return popularAsked(values)
  // Its one value is a week.
  if (group === "firstCamSession") return [["firstCamSessionWithin", [String(NEW_WITHIN_MS)]]]
  return [[group, values]]
}

const joined = (all: Asked): UpstreamQuery => {
  const lists = new Map<string, Set<string>>()
  for (const [name, values] of all) {
    const list = lists.get(name) ?? new Set<string>()
    for (const value of values) list.add(value)
    lists.set(name, list)
  }
  return Object.fromEntries([...lists].map(([name, values]) => [name, [...values].join(",")]))
}

/** The query of user/count, and of user/find without its order. */
export const filterQuery = (filter: GridFilter): UpstreamQuery =>
  joined([
    ...(filter.gender === undefined ? [["gender", [BASE_GENDER]] as const] : []),
    ...FILTER_GROUP_NAMES.flatMap((group) => {
      const values = filter[group] ?? []
      return values.length === 0 ? [] : asked(group, values)
    }),
  ])

/** The recommended order prefers a language: the filter's, or else the page's (GRID-39). */
const orderQuery = (order: GridOrder, filter: GridFilter, locale: Locale): UpstreamQuery => ({
  ordering: GRID_ORDERINGS[order].join(","),
  ...(order === DEFAULT_ORDER && { language: filter.languages?.join(",") ?? locale }),
})

const pageQuery = (page: number, limit: number): UpstreamQuery => ({
  page: String(page),
  limit: String(limit),
})

export interface ListAsked {
  readonly filter: GridFilter
  readonly order: GridOrder
  readonly locale: Locale
}

export const findQuery = (
  { filter, order, locale }: ListAsked,
  { page, limit }: { readonly page: number; readonly limit: number },
): UpstreamQuery => ({
  ...filterQuery(filter),
  ...orderQuery(order, filter, locale),
  ...pageQuery(page, limit),
})

export const findByIdQuery = (
  ids: ReadonlyArray<string>,
  { filter, order, locale }: ListAsked,
): UpstreamQuery => {
  const { gender: base, ...others } = filterQuery(filter)
  const gender = filter.gender === undefined ? {} : { gender: base ?? BASE_GENDER }
  return {
    ...others,
    ...gender,
    ids: ids.join(","),
    ...orderQuery(order, filter, locale),
    ...pageQuery(1, ids.length),
  }
}

/** The query for the performer with exactly this name. */
export const findByNameQuery = (username: string): UpstreamQuery => ({ username })

/** The upstream pages that make up one of our pages. */
export const upstreamPages = ({
  page,
  limit,
}: {
  readonly page: number
  readonly limit: number
}): ReadonlyArray<{ readonly page: number; readonly limit: number }> =>
  limit <= MAX_PAGE_SIZE
    ? [{ page, limit }]
    : Array.from({ length: Math.ceil(limit / MAX_PAGE_SIZE) }, (_, index) => ({
        page: index + 1,
        limit: MAX_PAGE_SIZE,
      }))
