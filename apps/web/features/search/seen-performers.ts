/** The performers in the lists that this document has loaded: the search finds them without a request. Pure. */
import type { QueryClient } from "@tanstack/react-query"
import type { PerformerSummary } from "@foldcast/contracts/queries/performers"
import { GRID_KEY, type GridData } from "../performers/grid-data.ts"

/** Each once, as last loaded. */
export const seenPerformers = (queries: QueryClient): ReadonlyArray<PerformerSummary> => {
  const seen = new Map<string, PerformerSummary>()
  for (const [, grid] of queries.getQueriesData<GridData>({ queryKey: [GRID_KEY] })) {
    for (const one of [...(grid?.list.performers ?? []), ...(grid?.list.waiting ?? [])]) {
      seen.set(one.performerId, one)
    }
  }
  return [...seen.values()]
}
