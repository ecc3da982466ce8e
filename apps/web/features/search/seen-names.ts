/** The names in the lists that this document has loaded: the search finds them without a request. Pure. */
import type { QueryClient } from "@tanstack/react-query"
import type { FoundName } from "@foldcast/rules/performer-search"
import { GRID_KEY, type GridData } from "../performers/grid-data.ts"

/** Each name once, in its latest form. */
export const seenNames = (queries: QueryClient): ReadonlyArray<FoundName> => {
  const names = new Map<string, FoundName>()
  for (const [, grid] of queries.getQueriesData<GridData>({ queryKey: [GRID_KEY] })) {
    for (const { performerId, username } of [
      ...(grid?.list.performers ?? []),
      ...(grid?.list.waiting ?? []),
    ]) {
      names.set(performerId, { performerId, username })
    }
  }
  return [...names.values()]
}
