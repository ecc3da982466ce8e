/** The names that this document has seen in its lists: whom the search finds without asking anybody. Pure. */
import type { QueryClient } from "@tanstack/react-query"
import type { FoundName } from "@foldcast/rules/performer-search"
import { GRID_KEY, type GridData } from "../performers/grid-data.ts"

/** Each once, as they were last told of. */
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
