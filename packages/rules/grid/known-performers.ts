/**
 * The performers whom a browser knows by its cookies: its member's favourites, and whom its visitor looked at last.
 * The home page has a row of each (ADR 0070). Pure.
 *
 * Invariants: bounded; a guest has no favourites; without consent nobody was looked at. A cookie proves nothing: it
 * chooses which public cards are shown, and no more.
 */
import { isPerformerId } from "@foldcast/contracts/performer-id"
import type { Locale } from "@foldcast/contracts/units"
import { MAX_RECENT } from "./list.ts"
import { performersByIdPath } from "./resources.ts"

/** The newest ones; all of them are on the page of favourites. */
const MAX_FAVOURITES_SHOWN = 60

export interface KnownPerformers {
  /** Newest first. */
  readonly favourites: ReadonlyArray<string>
  /** Last looked at first. */
  readonly recent: ReadonlyArray<string>
}

export const NOBODY_KNOWN: KnownPerformers = { favourites: [], recent: [] }

/** The cookies' values: ids with a dot between them. */
const idsIn = (value: string | null | undefined, most: number): ReadonlyArray<string> =>
  [...new Set((value ?? "").split("."))].filter(isPerformerId).slice(0, most)

export interface KnownBy {
  /** The value of a cookie. */
  readonly cookie: (name: "favourites" | "recent") => string | null | undefined
  readonly isMember: boolean
  readonly hasConsented: boolean
}

export const knownPerformers = ({ cookie, isMember, hasConsented }: KnownBy): KnownPerformers => ({
  favourites: isMember ? idsIn(cookie("favourites"), MAX_FAVOURITES_SHOWN) : [],
  recent: hasConsented ? idsIn(cookie("recent"), MAX_RECENT) : [],
})

/** What the log is told instead of a path by ids, which tells whom somebody likes or looked at. */
export const BY_ID_KEY = "/api/performers?ids"

export const isByIdPath = (path: string): boolean => path.startsWith(`${BY_ID_KEY}=`)

/** What the home page is made of besides its list: nothing where nobody is known. */
export const knownPaths = (
  { favourites, recent }: KnownPerformers,
  locale: Locale,
): ReadonlyArray<string> =>
  [favourites, recent].filter((ids) => ids.length > 0).map((ids) => performersByIdPath(ids, locale))
