/**
 * Writes the gateway's status signals into every cached answer that shows the performer: lists, names with a
 * status, profiles. Signals are not events and change answers only (law L1). Pure except for the cache.
 *
 * Invariants: an answer keeps its age; no performer moves; a signal that is older than a later answer changes
 * nothing (runtime/newest-statuses.ts).
 */
import type { QueryClient } from "@tanstack/react-query"
import {
  answerWithStatuses,
  newestStatusesOf,
  type StatusById,
} from "../../runtime/newest-statuses.ts"
import { isJson } from "../../runtime/json.ts"
import { GRID_KEY, type GridData, gridWithStatuses } from "./grid-data.ts"
import { dictionaryOf, isNumber } from "./answer-checks.ts"

/** Gateway time, and the status of each shown performer. */
export interface StatusSignal {
  readonly at: number
  readonly statuses: StatusById
}

const isStatuses = dictionaryOf(isNumber)

/** Null for a signal on another topic, or one that cannot be read. */
export const statusesOf = (topic: string, data: unknown): StatusSignal | null => {
  if (topic !== "performer-statuses" || !isJson(data)) return null
  const { at, statuses } = data
  return isNumber(at) && isStatuses(statuses) ? { at, statuses } : null
}

export const applyStatuses = (queries: QueryClient, { at, statuses }: StatusSignal): void => {
  const standing = newestStatusesOf(queries).merge(statuses, at)
  for (const { queryKey, state } of queries.getQueryCache().getAll()) {
    const [first] = queryKey
    const { data, dataUpdatedAt: updatedAt } = state
    if (data === undefined || typeof first !== "string") continue
    const next =
      first === GRID_KEY
        ? gridWithStatuses(data as GridData, standing)
        : first.startsWith("/api/performers")
          ? answerWithStatuses(data, standing)
          : data
    if (next !== data) queries.setQueryData(queryKey, next, { updatedAt })
  }
}
