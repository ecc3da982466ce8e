/** The list of visits that fit a query. Caller: sqlite-store.ts, which has written every changed row before. */
import type { DatabaseSync, SQLInputValue } from "node:sqlite"
import { UNNOTED_END_MS, type VisitQuery, type VisitRecord } from "./event-log.ts"
import type { Row } from "./sqlite-file.ts"
import { recordOf } from "./sqlite-visits.ts"

/** Whether a visit's last stream ended since, or began since and was never said to end. */
const IN_USE = `EXISTS (SELECT 1 FROM connections
  WHERE rowid = (SELECT max(rowid) FROM connections WHERE visit = visits.no)
    AND note ->> '$.at' >= CASE note ->> '$.what' WHEN 'close' THEN ? ELSE ? END)`

interface Condition {
  readonly sql: string
  readonly values: ReadonlyArray<SQLInputValue>
}

const conditionsOf = (query: VisitQuery): ReadonlyArray<Condition> => {
  const conditions: Array<Condition> = []
  const where = (sql: string, value: SQLInputValue | undefined) => {
    if (value !== undefined) conditions.push({ sql, values: [value] })
  }
  where("member = ?", query.member)
  where("owner = ?", query.owner)
  where("tab = ?", query.tab)
  for (const group of query.terms ?? []) {
    const places = group.map(() => "?").join(", ")
    const sql = `no IN (SELECT visit FROM terms WHERE term IN (${places}))`
    conditions.push({ sql, values: group })
  }
  where("last_event_at >= ?", query.from)
  where("at <= ?", query.to)
  if (query.usedSince !== undefined) {
    const { usedSince } = query
    const values = [usedSince, usedSince, usedSince - UNNOTED_END_MS]
    conditions.push({ sql: `(last_event_at >= ? OR ${IN_USE})`, values })
  }
  if (query.onlyLive === true) conditions.push({ sql: "ended = 0 AND damaged = 0", values: [] })
  return conditions
}

/** Newest last event first. */
export const searchVisits = (db: DatabaseSync, query: VisitQuery): ReadonlyArray<VisitRecord> => {
  const conditions = conditionsOf(query)
  const filter =
    conditions.length === 0 ? "" : `WHERE ${conditions.map(({ sql }) => sql).join(" AND ")}`
  const rows = db
    .prepare(`SELECT * FROM visits ${filter} ORDER BY last_event_at DESC, no DESC LIMIT ?`)
    .all(...conditions.flatMap(({ values }) => values), query.limit) as Array<Row>
  return rows.flatMap((row) => recordOf(row) ?? [])
}
