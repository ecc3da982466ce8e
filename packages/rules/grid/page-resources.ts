/**
 * The gateway resources of each page. Their answers are in the page's HTML, so a crawler or a slow phone shows
 * performers without script. Pure.
 */
import type { Locale } from "@foldcast/contracts/units"
import type { PageMatch } from "../page-routes.ts"
import { NO_FILTER, readFilter } from "./filters.ts"
import { GRID_LIMIT } from "./list.ts"
import { CATEGORIES_PATH, performersPath, profilePath } from "./resources.ts"

/** The filter of a page's address; null when it is invalid. */
export const filterOfQuery = (query: URLSearchParams) => readFilter(query.get("filter") ?? "")

export const pageResources = (
  { page, params }: PageMatch,
  query: URLSearchParams,
  locale: Locale,
): ReadonlyArray<string> => {
  const filter = filterOfQuery(query) ?? NO_FILTER
  const grid = (category: string | null) =>
    performersPath({ category, filter, locale, page: 1, limit: GRID_LIMIT })
  switch (page) {
    case "home":
      return [CATEGORIES_PATH, grid(null)]
    case "category":
      return [CATEGORIES_PATH, grid(params["slug"] ?? "")]
    case "profile-model":
      return [CATEGORIES_PATH, profilePath(params["model"] ?? "", locale)]
    default:
      return [CATEGORIES_PATH]
  }
}
