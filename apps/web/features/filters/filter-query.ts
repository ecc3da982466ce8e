/**
 * Reads and writes the filter and the order of a list in the router's query, which holds texts. The rest of the query
 * stays unchanged. Pure.
 */
import { type GridFilter, NO_FILTER, readFilter, writeFilter } from "@foldcast/rules/grid/filters"
import type { ListParameter } from "@foldcast/rules/grid/list-parameters"
import { DEFAULT_ORDER, type GridOrder, readOrder, writeOrder } from "@foldcast/rules/grid/orders"

export type FilterParameters = Readonly<Record<string, unknown>>

/** Null where it cannot be parsed. Of two values the first counts. */
const readAs = <A>(parameter: unknown, read: (text: string) => A | null, absent: A): A | null => {
  const text: unknown = Array.isArray(parameter) ? parameter[0] : parameter
  if (text === undefined) return absent
  return typeof text === "string" ? read(text) : null
}
const readIn = ({ filter }: FilterParameters) => readAs(filter, readFilter, NO_FILTER)
const readOrderIn = ({ order }: FilterParameters) =>
  readAs<GridOrder>(order, readOrder, DEFAULT_ORDER)

/** The filter that the page applies: an unreadable one filters nothing. */
export const filterIn = (query: FilterParameters): GridFilter => readIn(query) ?? NO_FILTER

/** The order that the page applies: an unknown one is the default. */
export const orderIn = (query: FilterParameters): GridOrder => readOrderIn(query) ?? DEFAULT_ORDER

/** What of the query cannot be parsed. */
export const unreadableIn = (query: FilterParameters): ReadonlyArray<ListParameter> => [
  ...(readIn(query) === null ? (["filter"] as const) : []),
  ...(readOrderIn(query) === null ? (["order"] as const) : []),
]

/** What is chosen of the list, as one text to compare; empty for nothing. */
export const choiceIn = (query: FilterParameters): string =>
  [writeFilter(filterIn(query)), writeOrder(orderIn(query))].filter((text) => text !== "").join(" ")

export const withoutParameters = (
  query: FilterParameters,
  names: ReadonlyArray<string>,
): FilterParameters =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)))

const withText = (query: FilterParameters, name: ListParameter, text: string): FilterParameters => {
  const rest = withoutParameters(query, [name])
  return text === "" ? rest : { ...rest, [name]: text }
}

/** The same query with another filter; an empty filter removes the parameter. */
export const withFilter = (query: FilterParameters, filter: GridFilter): FilterParameters =>
  withText(query, "filter", writeFilter(filter))

/** The same query with another order; the default order removes the parameter. */
export const withOrder = (query: FilterParameters, order: GridOrder): FilterParameters =>
  withText(query, "order", writeOrder(order))
