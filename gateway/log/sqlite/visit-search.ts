/** The list of visits that fit a query. */
import type { DatabaseSync, SQLInputValue } from "node:sqlite"
import type { VisitRecord } from "../visit-header.ts"
import type { VisitQuery } from "../visit-index.ts"
import type { SqlRow } from "./log-file.ts"
import { recordIn } from "./visit-rows.ts"
import { MAX_SPAN, minuteOf, SHORTEST_REACH_MS } from "../visit-life.ts"

/** How far back the first look for visits until a moment goes; each next one goes twice as far. */
const FIRST_WINDOW_MS = 600_000

interface Condition {
  readonly sql: string
  readonly values: ReadonlyArray<SQLInputValue>
}

const condition = (sql: string, ...values: ReadonlyArray<SQLInputValue>): Condition => ({
  sql,
  values,
})

/** Those that few visits fulfil: each has an index of its own. */
const selectiveOf = ({ member, owner, tab, terms = [] }: VisitQuery): ReadonlyArray<Condition> => [
  ...(member === undefined ? [] : [condition("member = ?", member)]),
  ...(owner === undefined ? [] : [condition("owner = ?", owner)]),
  ...(tab === undefined ? [] : [condition("tab = ?", tab)]),
  ...terms.map((group) => {
    const places = group.map(() => "?").join(", ")
    return condition(`no IN (SELECT visit FROM terms WHERE term IN (${places}))`, ...group)
  }),
]

const filtersOf = (query: VisitQuery): ReadonlyArray<Condition> => {
  const { from, to, usedSince, onlyLive } = query
  return [
    ...(from === undefined ? [] : [condition("last_event_at >= ?", from)]),
    ...(to === undefined ? [] : [condition("at <= ?", to)]),
    ...(usedSince === undefined
      ? []
      : [condition("(last_event_at >= ? OR +stream_until >= ?)", usedSince, usedSince)]),
    ...(onlyLive === true ? [condition("ended = 0 AND +damaged = 0")] : []),
  ]
}

/** Each with the visits that fulfil its first conditions, by an index, in the order of their last events. */
const select = (
  db: DatabaseSync,
  conditions: ReadonlyArray<Condition>,
  limit: number,
  order = "",
): ReadonlyArray<SqlRow> => {
  const filter =
    conditions.length === 0 ? "" : `WHERE ${conditions.map(({ sql }) => sql).join(" AND ")}`
  return db
    .prepare(
      `SELECT * FROM records ${filter} ORDER BY ${order} last_event_at DESC, no DESC LIMIT ?`,
    )
    .all(...conditions.flatMap(({ values }) => values), limit) as Array<SqlRow>
}

/**
 * Visits that began until `to` and had an event since: of each span those that began late enough to
 * have one. The order of the join is ours, for the planner knows nothing of the spans.
 */
const touching = (
  db: DatabaseSync,
  { since, to }: { readonly since: number; readonly to: number },
  filters: ReadonlyArray<Condition>,
  limit: number,
): ReadonlyArray<SqlRow> =>
  db
    .prepare(
      `WITH RECURSIVE spans (length, reach) AS (
         VALUES (0, ${SHORTEST_REACH_MS})
         UNION ALL SELECT length + 1, reach * 2 FROM spans WHERE length < ${MAX_SPAN}
       )
       SELECT records.* FROM spans CROSS JOIN records
       WHERE records.span = length AND at BETWEEN ? - reach AND ? AND last_event_at >= ?
         ${filters.map(({ sql }) => `AND ${sql}`).join(" ")}
       ORDER BY last_event_at DESC, no DESC LIMIT ?`,
    )
    .all(since, to, since, ...filters.flatMap(({ values }) => values), limit) as Array<SqlRow>

/** Looks further and further back, until there are enough: all that it did not see ended earlier. */
const until = (db: DatabaseSync, query: VisitQuery, to: number): ReadonlyArray<SqlRow> => {
  const { from = 0, limit } = query
  const filters = filtersOf(query)
  for (let window = FIRST_WINDOW_MS; ; window *= 2) {
    const since = Math.max(from, to - window)
    const rows = touching(db, { since, to }, filters, limit)
    // Stryker disable next-line EqualityOperator: looking further back finds the same, only later.
    if (rows.length >= limit || since === from) return rows
  }
}

const rowsOf = (db: DatabaseSync, query: VisitQuery): ReadonlyArray<SqlRow> => {
  const { from, to, usedSince, limit } = query
  const selective = selectiveOf(query)
  const filters = filtersOf(query)
  if (selective.length > 0) return select(db, [...selective, ...filters], limit)
  if (to !== undefined) return until(db, query, to)
  if (usedSince !== undefined) {
    const used = condition(
      "(last_minute >= ? OR stream_until >= ?)",
      minuteOf(usedSince),
      usedSince,
    )
    return select(db, [used, ...filters], limit)
  }
  const since = from === undefined ? [] : [condition("last_minute >= ?", minuteOf(from))]
  return select(db, [...since, ...filters], limit, "last_minute DESC,")
}

/** Newest last event first. */
export const searchVisits = (db: DatabaseSync, query: VisitQuery): ReadonlyArray<VisitRecord> =>
  rowsOf(db, query).flatMap((row) => recordIn(row) ?? [])
