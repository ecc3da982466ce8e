/**
 * Statuses that the gateway signals, put into every answer that shows the performer: lists, names with a
 * status, profiles. They are no events and change nothing but answers (law L1). Pure but for the cache.
 *
 * Caller: use-status-signals.ts. Invariants: an answer's age stays what it was; nothing moves.
 */
import type { QueryClient } from "@tanstack/react-query"
import { isJson } from "../../runtime/structure.ts"
import { GRID_KEY, type GridData, gridWithStatuses } from "../grid/grid-data.ts"
import { dictionaryOf, isNumber } from "./answer-checks.ts"

export type Statuses = Readonly<Record<string, number>>

const isStatuses = dictionaryOf(isNumber)

/** Null where the signal is another one, or none that can be read. */
export const statusesOf = (topic: string, data: unknown): Statuses | null => {
  if (topic !== "performer-statuses" || !isJson(data)) return null
  const { statuses } = data
  return isStatuses(statuses) ? statuses : null
}

/** A record with a performer's id and status, with the status that was signalled. */
const withStatus = <A>(value: A, statuses: Statuses): A => {
  if (!isJson(value)) return value
  const { performerId, onlineStatus } = value
  if (typeof performerId !== "string" || typeof onlineStatus !== "number") return value
  const status = Object.hasOwn(statuses, performerId) ? statuses[performerId] : undefined
  return status === undefined || status === onlineStatus
    ? value
    : { ...value, onlineStatus: status }
}

/** The same answer where it is about nobody whose status changed. */
export const answerWithStatuses = (answer: unknown, statuses: Statuses): unknown => {
  if (!isJson(answer) || !Array.isArray(answer["performers"])) return withStatus(answer, statuses)
  const before: ReadonlyArray<unknown> = answer["performers"]
  const performers = before.map((performer) => withStatus(performer, statuses))
  return performers.every((performer, index) => performer === before[index])
    ? answer
    : { ...answer, performers }
}

export const applyStatuses = (queries: QueryClient, statuses: Statuses): void => {
  for (const { queryKey, state } of queries.getQueryCache().getAll()) {
    const [first] = queryKey
    const { data, dataUpdatedAt: updatedAt } = state
    if (data === undefined || typeof first !== "string") continue
    const next =
      first === GRID_KEY
        ? gridWithStatuses(data as GridData, statuses)
        : first.startsWith("/api/performers")
          ? answerWithStatuses(data, statuses)
          : data
    if (next !== data) queries.setQueryData(queryKey, next, { updatedAt })
  }
}
