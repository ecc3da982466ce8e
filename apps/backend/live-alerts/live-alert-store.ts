/** Whom a member wants to be told of when they are live, newest first. */
import { Schema } from "effect"
import type { SqlQueries } from "../db/database.ts"
import { statement, voidStatement } from "../db/statement.ts"

export const MAX_LIVE_ALERTS = 1_000

const Row = Schema.Struct({ performer_id: Schema.String })
const LIST = statement(
  Row,
  `SELECT performer_id FROM live_alerts WHERE member_id = $1
   ORDER BY added_at DESC, performer_id LIMIT $2`,
)
const ADD = voidStatement(
  `INSERT INTO live_alerts (member_id, performer_id, added_at) VALUES ($1, $2, $3)
   ON CONFLICT (member_id, performer_id) DO NOTHING`,
)
const REMOVE = voidStatement("DELETE FROM live_alerts WHERE member_id = $1 AND performer_id = $2")
const DELETE = voidStatement("DELETE FROM live_alerts WHERE member_id = $1")

export const liveAlertsOf = (queries: SqlQueries, memberId: string) =>
  queries.query(LIST, [memberId, MAX_LIVE_ALERTS])

/** An alert that there is keeps its date. */
export const addLiveAlert = (
  queries: SqlQueries,
  memberId: string,
  performerId: string,
  at: Date,
) => queries.query(ADD, [memberId, performerId, at])

export const removeLiveAlert = (queries: SqlQueries, memberId: string, performerId: string) =>
  queries.query(REMOVE, [memberId, performerId])

export const deleteLiveAlertsOf = (queries: SqlQueries, memberId: string) =>
  queries.query(DELETE, [memberId])
