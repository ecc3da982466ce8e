/**
 * The addresses of the gateway's performer resources. The gateway embeds answers in a page under these exact
 * texts, and the browser requests them by the same texts. Pure.
 */
import type { Locale } from "@foldcast/contracts/units"
import { type GridFilter, writeFilter } from "./filters.ts"
import type { GridOrder } from "./orders.ts"

export interface PerformersQuery {
  /** A slug; null: no category. */
  readonly category: string | null
  readonly filter: GridFilter
  /** The recommended one where it is left out. */
  readonly order?: GridOrder
  /** Performers with this language come first (GRID-39). */
  readonly locale: Locale
  /** From 1. */
  readonly page: number
  readonly limit: number
}

const queryOf = (pairs: ReadonlyArray<readonly [string, string | null]>): string => {
  const query = new URLSearchParams()
  for (const [name, value] of pairs) if (value !== null && value !== "") query.set(name, value)
  return query.toString()
}

export const performersPath = ({
  category,
  filter,
  order = "recommended",
  locale,
  page,
  limit,
}: PerformersQuery): string =>
  `/api/performers?${queryOf([
    ["category", category],
    ["filter", writeFilter(filter)],
    // As orders.ts writes it, which no first page needs.
    ["order", order === "recommended" ? null : order],
    ["lang", locale],
    ["page", String(page)],
    ["limit", String(limit)],
  ])}`

/** Maximum ids of one request. */
export const MAX_BY_ID = 100

/** Performers by id, in the default ordering: at most `MAX_BY_ID`. */
export const performersByIdPath = (ids: ReadonlyArray<string>, locale: Locale): string =>
  `/api/performers?${queryOf([
    ["ids", ids.join(",")],
    ["lang", locale],
    ["page", "1"],
    ["limit", String(ids.length)],
  ])}`

export const performerCountPath = (category: string | null, filter: GridFilter): string => {
  const query = queryOf([
    ["category", category],
    ["filter", writeFilter(filter)],
  ])
  return query === "" ? "/api/performers/count" : `/api/performers/count?${query}`
}

/** Also what the log is told instead of the whole path, which says what a visitor typed. */
export const SEARCH_PATH = "/api/performers/autocomplete"

export interface SearchQuery {
  readonly typed: string
  readonly locale: Locale
  readonly limit: number
}

export const autocompletePath = ({ typed, locale, limit }: SearchQuery): string =>
  `${SEARCH_PATH}?${queryOf([
    ["username", typed],
    ["lang", locale],
    ["limit", String(limit)],
  ])}`

export const profilePath = (username: string, locale: Locale): string =>
  `/api/performers/${encodeURIComponent(username)}?lang=${locale}`

export const CATEGORIES_PATH = "/api/categories"

export const albumsPath = (performerId: string, locale: Locale): string =>
  `/api/albums/${encodeURIComponent(performerId)}?lang=${locale}`

export const albumPath = (performerId: string, albumId: string, locale: Locale): string =>
  `/api/albums/${encodeURIComponent(performerId)}/${encodeURIComponent(albumId)}?lang=${locale}`
