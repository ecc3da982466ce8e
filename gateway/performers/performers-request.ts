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

export interface Unreadable {
  readonly field: string
}

type Read<A> = Result.Result<A, Unreadable>

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

const MAX_PAGE = 10_000
const SLUG = /^[a-z0-9-]{1,60}$/u

const unreadable = (field: string): Read<never> => Result.fail({ field })

const wholeNumber = (
  query: URLSearchParams,
  field: string,
  otherwise: number,
  most: number,
): Read<number> => {
  const text = query.get(field)
  if (text === null) return Result.succeed(otherwise)
  const value = /^[1-9]\d{0,5}$/u.test(text) ? Number(text) : 0
  return value >= 1 && value <= most ? Result.succeed(value) : unreadable(field)
}

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
    const limit = yield* wholeNumber(query, "limit", otherwise, most)
    return { username: (query.get("username") ?? "").trim(), locale, limit }
  })

/** A search asks for names and for their rows, and has a service look up every misspelling. */
const SEARCH_COST = 4

/** Calls to the performer service that a query costs, estimated from the query alone. */
export const costOf = (query: URLSearchParams): number => {
  if (query.has("username")) return SEARCH_COST
  return Result.match(wholeNumber(query, "limit", GRID_LIMIT, MAX_LIMIT), {
    onSuccess: (limit) => Math.ceil(limit / MAX_PAGE_SIZE),
    onFailure: () => 1,
  })
}

export const readPerformersRequest = (query: URLSearchParams): Read<PerformersRequest> =>
  Result.gen(function* () {
    const { category, filter } = yield* readFilterRequest(query)
    const order = yield* orderIn(query)
    const locale = yield* localeIn(query)
    const page = yield* wholeNumber(query, "page", 1, MAX_PAGE)
    const limit = yield* wholeNumber(query, "limit", GRID_LIMIT, MAX_LIMIT)
    const ids = yield* idsIn(query)
    // A page larger than the upstream's is allowed only as the first: a refresh.
    if (limit > MAX_PAGE_SIZE && page !== 1) return yield* unreadable("limit")
    return { category, filter, order, locale, page, limit, ids }
  })
