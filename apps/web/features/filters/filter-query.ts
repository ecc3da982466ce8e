/**
 * Reads and writes the filter in the router's query, which holds texts. The rest of the query stays unchanged.
 * Pure.
 */
import { type GridFilter, NO_FILTER, readFilter, writeFilter } from "@foldcast/rules/grid/filters"

export type FilterParameters = Readonly<Record<string, unknown>>

/** Null where it cannot be parsed. Of two values the first counts. */
const readIn = ({ filter }: FilterParameters): GridFilter | null => {
  const text: unknown = Array.isArray(filter) ? filter[0] : filter
  if (text === undefined) return NO_FILTER
  return typeof text === "string" ? readFilter(text) : null
}

/** The filter that the page applies: an unreadable one filters nothing. */
export const filterIn = (query: FilterParameters): GridFilter => readIn(query) ?? NO_FILTER

/** Whether the query has a filter that cannot be parsed. */
export const isUnreadable = (query: FilterParameters): boolean => readIn(query) === null

/** The same query with another filter; an empty filter removes the parameter. */
export const withFilter = (query: FilterParameters, filter: GridFilter): FilterParameters => {
  const { filter: _, ...rest } = query
  const text = writeFilter(filter)
  return text === "" ? rest : { ...rest, filter: text }
}
