/**
 * Home and favourites begin without filters (ROUTE-24; ADR 0013). For favourites `filter` and `order` are removed; for
 * home and categories what of them cannot be read, since what can be is the visitor's own choice. This is no
 * redirect: the page itself corrects its address.
 */
import { readFilter } from "@foldcast/rules/grid/filters"
import { LIST_PARAMETERS, type ListParameter } from "@foldcast/rules/grid/list-parameters"
import { readOrder } from "@foldcast/rules/grid/orders"
import type { PageName } from "@foldcast/rules/page-routes"
import { placeOf, type RedirectStep } from "./step.ts"

/** How each of the parameters is read; null: not at all. */
const READ = { filter: readFilter, order: readOrder } as const satisfies Readonly<
  Record<ListParameter, unknown>
>

const isFilterable = (page: PageName | undefined) => page === "home" || page === "category"

export const filterReset: RedirectStep = ({ path, query }) => {
  const { match } = placeOf(path)
  const mayFilter = isFilterable(match?.page)
  if (!mayFilter && match?.page !== "favourites") return null
  const parameters = new URLSearchParams(query)
  const dropped = LIST_PARAMETERS.filter((name) => {
    const text = parameters.get(name)
    return text !== null && !(mayFilter && READ[name](text) !== null)
  })
  if (dropped.length === 0) return null
  for (const name of dropped) parameters.delete(name)
  return { _tag: "Rewritten", to: { path, query: parameters.toString() } }
}
