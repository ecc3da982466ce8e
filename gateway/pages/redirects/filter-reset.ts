/**
 * Home and favourites begin without filters (ROUTE-24; ADR 0013). For favourites `filter` and `order` are removed; for
 * home and categories `order` and an unreadable `filter`, since a readable filter is the visitor's own choice. This
 * is no redirect: the page itself corrects its address.
 */
import { readFilter } from "@foldcast/rules/grid/filters"
import type { PageName } from "@foldcast/rules/page-routes"
import { placeOf, type RedirectStep } from "./step.ts"

const isFilter = (text: string | null): boolean => text !== null && readFilter(text) !== null

const isFilterable = (page: PageName | undefined) => page === "home" || page === "category"

export const filterReset: RedirectStep = ({ path, query }) => {
  const { match } = placeOf(path)
  const mayFilter = isFilterable(match?.page)
  if (!mayFilter && match?.page !== "favourites") return null
  const parameters = new URLSearchParams(query)
  const keepsFilter = mayFilter && isFilter(parameters.get("filter"))
  const dropped = ["order", ...(keepsFilter ? [] : ["filter"])].filter((name) =>
    parameters.has(name),
  )
  if (dropped.length === 0) return null
  for (const name of dropped) parameters.delete(name)
  return { _tag: "Rewritten", to: { path, query: parameters.toString() } }
}
