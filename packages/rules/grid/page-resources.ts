/**
 * The gateway resources of each page. Their answers are in the page's HTML, so a crawler or a slow phone shows
 * performers without script. Pure.
 */
import type { PerformerProfile } from "@foldcast/contracts/queries/performers"
import type { Locale } from "@foldcast/contracts/units"
import type { PageMatch } from "../page-routes.ts"
import { LIVE_NOW, NO_FILTER, readFilter } from "./filters.ts"
import { type KnownPerformers, knownPaths } from "./known-performers.ts"
import { GRID_LIMIT } from "./list.ts"
import { DEFAULT_ORDER, readOrder } from "./orders.ts"
import { searchedName } from "../searched-name.ts"
import { isAutocompleted, MAX_SEARCH_RESULTS } from "../performer-search.ts"
import { autocompletePath, CATEGORIES_PATH, performersPath, profilePath } from "./resources.ts"
import { similarPath } from "./similar.ts"

/** The filter of a page's address; null when it is invalid. */
export const filterOfQuery = (query: URLSearchParams) => readFilter(query.get("filter") ?? "")

export const pageResources = (
  { page, params }: PageMatch,
  query: URLSearchParams,
  locale: Locale,
): ReadonlyArray<string> => {
  const filter = filterOfQuery(query) ?? NO_FILTER
  const order = readOrder(query.get("order") ?? "") ?? DEFAULT_ORDER
  const first = { locale, page: 1, limit: GRID_LIMIT }
  const grid = (category: string | null) => performersPath({ ...first, category, filter, order })
  switch (page) {
    case "home":
      return [CATEGORIES_PATH, grid(null)]
    case "category":
      return [CATEGORIES_PATH, grid(params["slug"] ?? "")]
    case "profile-model":
      return [CATEGORIES_PATH, profilePath(params["model"] ?? "", locale)]
    case "search-results": {
      const typed = searchedName(query)
      return [
        CATEGORIES_PATH,
        ...(isAutocompleted(typed)
          ? [autocompletePath({ typed, locale, limit: MAX_SEARCH_RESULTS })]
          : []),
        performersPath({ ...first, category: null, filter: LIVE_NOW }),
      ]
    }
    default:
      return [CATEGORIES_PATH]
  }
}

/** Whom a page shows beside its list because this browser knows them: it is asked for by itself (ADR 0070). */
export const knownResources = (
  { page }: PageMatch,
  locale: Locale,
  known: KnownPerformers,
): ReadonlyArray<string> => (page === "home" ? knownPaths(known, locale) : [])

type Profile = Pick<PerformerProfile, "languages" | "details">

/** What only the first answers tell that a page is made of: on a profile, who is like her (FIND-04). */
export const laterResources = (
  { page, params }: PageMatch,
  locale: Locale,
  bodies: Readonly<Record<string, unknown>>,
): ReadonlyArray<string> => {
  if (page !== "profile-model") return []
  const profile = bodies[profilePath(params["model"] ?? "", locale)] as Profile | null | undefined
  if (profile === undefined || profile === null) return []
  const { languages, details } = profile
  return [similarPath({ languages, gender: details.gender }, locale)]
}
