/**
 * The newest status of each performer that this document heard of, with the gateway's time of it: a late answer never
 * overwrites a newer signal, nor an old signal a newer answer.
 *
 * Invariant: in whatever order they come, each performer has the newest status.
 */
import type { QueryClient } from "@tanstack/react-query"
import { isJson } from "./json.ts"

export type StatusById = Readonly<Record<string, number>>

/** Performers remembered; the one updated longest ago is dropped first. */
const MAX_REMEMBERED = 2_000

export class NewestStatuses {
  readonly #max: number
  readonly #newest = new Map<string, { readonly status: number; readonly at: number }>()

  constructor(max = MAX_REMEMBERED) {
    this.#max = max
  }

  /** Takes statuses of that time; answers the newest of each. Of two as old, the one taken later. */
  merge(statuses: StatusById, at: number): StatusById {
    const current: Array<readonly [string, number]> = []
    for (const [id, status] of Object.entries(statuses)) {
      const known = this.#newest.get(id)
      const newest = known === undefined || known.at <= at ? { status, at } : known
      this.#newest.delete(id)
      this.#newest.set(id, newest)
      current.push([id, newest.status])
    }
    for (const oldest of this.#newest.keys()) {
      if (this.#newest.size <= this.#max) break
      this.#newest.delete(oldest)
    }
    return Object.fromEntries(current)
  }
}

const known = new WeakMap<QueryClient, NewestStatuses>()

/** One for each document, as its answers are. */
export const newestStatusesOf = (queries: QueryClient): NewestStatuses => {
  const statuses = known.get(queries) ?? new NewestStatuses()
  known.set(queries, statuses)
  return statuses
}

/** Of a record about a performer; null where it is about something else. */
const statusIn = (record: unknown): readonly [id: string, status: number] | null => {
  if (!isJson(record)) return null
  const { performerId, onlineStatus } = record
  return typeof performerId === "string" && typeof onlineStatus === "number"
    ? [performerId, onlineStatus]
    : null
}

/** A record about a performer, with the status named. */
const withStatus = <A>(record: A, statuses: StatusById): A => {
  const told = statusIn(record)
  if (told === null) return record
  const [id, known] = told
  const status = Object.hasOwn(statuses, id) ? statuses[id] : undefined
  return status === undefined || status === known ? record : { ...record, onlineStatus: status }
}

/** The same answer where it is about nobody whose status changed. */
export const answerWithStatuses = <A>(answer: A, statuses: StatusById): A => {
  if (!isJson(answer) || !Array.isArray(answer["performers"])) return withStatus(answer, statuses)
  const before: ReadonlyArray<unknown> = answer["performers"]
  const performers = before.map((performer) => withStatus(performer, statuses))
  return performers.every((performer, index) => performer === before[index])
    ? answer
    : { ...answer, performers }
}

const statusesIn = (records: ReadonlyArray<unknown>): StatusById =>
  Object.fromEntries(records.map(statusIn).filter((told) => told !== null))

/** An answer that has just come, with the statuses that stand. */
export const withNewestStatuses = <A>(answer: A, newest: NewestStatuses): A => {
  if (!isJson(answer) || typeof answer["at"] !== "number") return answer
  const { at, performers } = answer
  const told = statusesIn(Array.isArray(performers) ? performers : [answer])
  return answerWithStatuses(answer, newest.merge(told, at))
}
