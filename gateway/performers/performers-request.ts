/**
 * Parses the query of `/api/performers`, its count and its search by name; an invalid part refuses the request with its
 * name. Pure.
 */
import { Result } from "effect"
import { isPerformerId } from "@foldcast/contracts/performer-id"
import { MAX_PAGE_SIZE } from "@foldcast/contracts/upstream/performer-service"
import { LOCALES, type Locale } from "@foldcast/contracts/units"
import { type GridFilter, readFilter } from "@foldcast/rules/grid/filters"
import { GRID_LIMIT, MAX_LIMIT } from "@foldcast/rules/grid/list"
import {
  DEFAULT_ORDER,
  GRID_ORDERINGS,
  type GridOrder,
  readOrder,
} from "@foldcast/rules/grid/orders"
import { MAX_BY_ID } from "@foldcast/rules/grid/resources"
import { DEFAULT_LOCALE } from "@foldcast/rules/page-routes"
import { type Read, unreadable, wholeNumber } from "../http/query-values.ts"

/** `category` is null where none is asked for. */
export interface FilterRequest {
  readonly category: string | null
  readonly filter: GridFilter
}

export interface PerformersRequest extends FilterRequest {
  readonly order: GridOrder
  readonly locale: Locale
  readonly page: number
  readonly limit: number
  /** Null where the filter alone selects. */
  readonly ids: ReadonlyArray<string> | null
}

const PAGES = { otherwise: 1, least: 1, most: 10_000 }
const LIMITS = { otherwise: GRID_LIMIT, least: 1, most: MAX_LIMIT }
const SLUG = /^[a-z0-9-]{1,60}$/u

export const localeIn = (query: URLSearchParams): Read<Locale> => {
  const text = query.get("lang")
  if (text === null) return Result.succeed(DEFAULT_LOCALE)
  const locale = LOCALES.find((known) => known === text)
  return locale === undefined ? unreadable("lang") : Result.succeed(locale)
}

const orderIn = (query: URLSearchParams): Read<GridOrder> => {
  const text = query.get("order")
  if (text === null || text === GRID_ORDERINGS[DEFAULT_ORDER].join(",")) {
    return Result.succeed(DEFAULT_ORDER)
  }
  const order = readOrder(text)
  return order === null ? unreadable("order") : Result.succeed(order)
}

const idsIn = (query: URLSearchParams): Read<ReadonlyArray<string> | null> => {
  const text = query.get("ids")
  if (text === null) return Result.succeed(null)
  const ids = [...new Set(text.split(","))]
  return ids.length <= MAX_BY_ID && ids.every(isPerformerId)
    ? Result.succeed(ids)
    : unreadable("ids")
}

export const readFilterRequest = (query: URLSearchParams): Read<FilterRequest> => {
  const category = query.get("category")
  if (category !== null && !SLUG.test(category)) return unreadable("category")
  const filter = readFilter(query.get("filter") ?? "")
  return filter === null ? unreadable("filter") : Result.succeed({ category, filter })
}

export interface SearchRequest {
  /** Without spaces around it. */
  readonly username: string
  readonly locale: Locale
  readonly limit: number
}

export const readSearchRequest = (
  query: URLSearchParams,
  { most, otherwise }: { readonly most: number; readonly otherwise: number },
): Read<SearchRequest> =>
  Result.gen(function* () {
    const locale = yield* localeIn(query)
    const limit = yield* wholeNumber(query, "limit", { otherwise, least: 1, most })
    return { username: (query.get("username") ?? "").trim(), locale, limit }
  })

/** A search asks for names and for their rows, and has a service look up every misspelling. */
const SEARCH_COST = 4

/** Calls to the performer service that a query costs, estimated from the query alone. */
export const costOf = (query: URLSearchParams): number => {
  if (query.has("username")) return SEARCH_COST
  return Result.match(wholeNumber(query, "limit", LIMITS), {
    onSuccess: (limit) => Math.ceil(limit / MAX_PAGE_SIZE),
    onFailure: () => 1,
  })
}

export const readPerformersRequest = (query: URLSearchParams): Read<PerformersRequest> =>
  Result.gen(function* () {
    const { category, filter } = yield* readFilterRequest(query)
    const order = yield* orderIn(query)
    const locale = yield* localeIn(query)
    const page = yield* wholeNumber(query, "page", PAGES)
    const limit = yield* wholeNumber(query, "limit", LIMITS)
    const ids = yield* idsIn(query)
    // A page larger than the upstream's is allowed only as the first: a refresh.
    if (limit > MAX_PAGE_SIZE && page !== 1) return yield* unreadable("limit")
    return { category, filter, order, locale, page, limit, ids }
  })
