/**
 * The filter in the router's query, which holds texts: read where it can be read, written where there is one, and
 * everything else of the query left as it is. Pure.
 */
import { type GridFilter, NO_FILTER, readFilter, writeFilter } from "@foldcast/rules/grid/filters"

export type FilterParameters = Readonly<Record<string, unknown>>

/** Null where it cannot be read. Of two texts the first counts. */
const readIn = ({ filter }: FilterParameters): GridFilter | null => {
  const text: unknown = Array.isArray(filter) ? filter[0] : filter
  if (text === undefined) return NO_FILTER
  return typeof text === "string" ? readFilter(text) : null
}

/** As the page shows it: what cannot be read filters nothing. */
export const filterIn = (query: FilterParameters): GridFilter => readIn(query) ?? NO_FILTER

/** Whether the query has a filter that nobody can read. */
export const isUnreadable = (query: FilterParameters): boolean => readIn(query) === null

/** The same query with another filter; without one, without the parameter. */
export const withFilter = (query: FilterParameters, filter: GridFilter): FilterParameters => {
  const { filter: _, ...rest } = query
  const text = writeFilter(filter)
  return text === "" ? rest : { ...rest, filter: text }
}
