/** Stream keys in the database, as keyed hashes: at most one per performer. */
import { Effect, Schema } from "effect"
import type { SqlQueries } from "../db/database.ts"
import { voidStatement, statement } from "../db/statement.ts"

const Row = Schema.Struct({ performer_id: Schema.String })

const KEEP = voidStatement(
  `INSERT INTO stream_keys (performer_id, key_hash, drawn_at) VALUES ($1, $2, $3)
   ON CONFLICT (performer_id) DO UPDATE SET key_hash = $2, drawn_at = $3`,
)
const DELETE = voidStatement("DELETE FROM stream_keys WHERE performer_id = $1")
const FIND = statement(Row, "SELECT performer_id FROM stream_keys WHERE performer_id = $1")
const FIND_HASH = statement(
  Row,
  "SELECT performer_id FROM stream_keys WHERE performer_id = $1 AND key_hash = $2",
)

export const storeStreamKey = (
  queries: SqlQueries,
  performerId: string,
  { hash, at }: { readonly hash: string; readonly at: Date },
) => queries.query(KEEP, [performerId, hash, at])

export const removeStreamKey = (queries: SqlQueries, performerId: string) =>
  queries.query(DELETE, [performerId])

export const hasStreamKey = (queries: SqlQueries, performerId: string) =>
  Effect.map(queries.query(FIND, [performerId]), (rows) => rows.length > 0)

export const isStreamKey = (queries: SqlQueries, performerId: string, hash: string) =>
  Effect.map(queries.query(FIND_HASH, [performerId, hash]), (rows) => rows.length > 0)
