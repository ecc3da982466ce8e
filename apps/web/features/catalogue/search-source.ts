/** The list of the page of results: the gateway's answer to a name, in its order. Pure. */
import type { Locale } from "@foldcast/contracts/units"
import { NO_FILTER } from "@foldcast/rules/grid/filters"
import { DEFAULT_ORDER, GRID_ORDERINGS } from "@foldcast/rules/grid/orders"
import { autocompletePath, SEARCH_PATH } from "@foldcast/rules/grid/resources"
import { MAX_SEARCH_RESULTS } from "@foldcast/rules/performer-search"
import type { GridSource } from "../grid/grid-source.ts"

export const searchSource = (typed: string, locale: Locale): GridSource => {
  const path = autocompletePath({ typed, locale, limit: MAX_SEARCH_RESULTS })
  return {
    name: path,
    filter: NO_FILTER,
    ordering: GRID_ORDERINGS[DEFAULT_ORDER],
    limit: MAX_SEARCH_RESULTS,
    lastPage: 1,
    pagePath: () => path,
    mostOf: () => 0,
    refreshPaths: () => [path],
    logKey: SEARCH_PATH,
    arranged: (performers) => performers,
  }
}
