/**
 * The performers before and after a performer: in the list where the visitor last saw them, else in the home page's
 * small list (GRID-37).
 */
import { type QueryClient, useQueryClient } from "@tanstack/react-query"
import { useMemo } from "react"
import type { PerformerName } from "@foldcast/contracts/queries/performers"
import { NO_FILTER } from "@foldcast/rules/grid/filters"
import { SMALL_LIST_LIMIT } from "@foldcast/rules/grid/list"
import { performersPath } from "@foldcast/rules/grid/resources"
import { useAnswer } from "../../runtime/use-answer.ts"
import { GRID_KEY, type GridData } from "../performers/grid-data.ts"
import { readPerformers } from "../performers/answers.ts"
import { useLocale } from "../site/page-frame-context.tsx"
import { type Neighbours, neighboursIn, NO_NEIGHBOURS } from "./neighbours.ts"

/** Null where no loaded list has this performer. */
const listSeen = (
  queries: QueryClient,
  performerId: string,
): ReadonlyArray<PerformerName> | null => {
  const [latest] = queries
    .getQueryCache()
    .findAll({ queryKey: [GRID_KEY] })
    .map(({ state }) => ({
      at: state.dataUpdatedAt,
      performers: (state.data as GridData | undefined)?.list.performers ?? [],
    }))
    .filter(({ performers }) => performers.some((one) => one.performerId === performerId))
    .toSorted((one, other) => other.at - one.at)
  return latest?.performers ?? null
}

export const useNeighbours = (performerId: string): Neighbours => {
  const queries = useQueryClient()
  const locale = useLocale()
  const seen = useMemo(() => listSeen(queries, performerId), [queries, performerId])
  const path = performersPath({
    category: null,
    filter: NO_FILTER,
    locale,
    page: 1,
    limit: SMALL_LIST_LIMIT,
  })
  const small = useAnswer({ path, read: readPerformers }, { isWanted: seen === null })
  const list = seen ?? small.data?.performers
  return list === undefined ? NO_NEIGHBOURS : neighboursIn(list, performerId)
}
