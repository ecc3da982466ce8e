/** A member's favourite performers, newest first. */
import { Effect, Schema } from "effect"
import type { SqlQueries } from "../db/database.ts"
import { voidStatement, statement } from "../db/statement.ts"

const MAX_LISTED = 1_000

const LIST = statement(
  Schema.Struct({ performer_id: Schema.String }),
  `SELECT performer_id FROM favourites WHERE member_id = $1
   ORDER BY added_at DESC, performer_id LIMIT $2`,
)
const Changed = Schema.Struct({ performer_id: Schema.String })
const ADD = statement(
  Changed,
  `INSERT INTO favourites (member_id, performer_id, added_at)
   SELECT $1, $2, $3
   WHERE (SELECT count(*) FROM favourites WHERE member_id = $1) < $4
   ON CONFLICT (member_id, performer_id) DO NOTHING RETURNING performer_id`,
)
const REMOVE = statement(
  Changed,
  "DELETE FROM favourites WHERE member_id = $1 AND performer_id = $2 RETURNING performer_id",
)
const HAS = statement(
  Changed,
  "SELECT performer_id FROM favourites WHERE member_id = $1 AND performer_id = $2",
)
const DELETE = voidStatement("DELETE FROM favourites WHERE member_id = $1")

export const favouritesOf = (queries: SqlQueries, memberId: string) =>
  queries.query(LIST, [memberId, MAX_LISTED])

/**
 * Inserts only where absent: an existing favourite keeps its date, and a full list stays as it is. Answers whom it
 * added.
 */
export const addFavourite = (
  queries: SqlQueries,
  memberId: string,
  performerId: string,
  at: Date,
) => queries.query(ADD, [memberId, performerId, at, MAX_LISTED])

/** Answers whom it removed. */
export const removeFavourite = (queries: SqlQueries, memberId: string, performerId: string) =>
  queries.query(REMOVE, [memberId, performerId])

export const hasFavourite = (queries: SqlQueries, memberId: string, performerId: string) =>
  Effect.map(queries.query(HAS, [memberId, performerId]), (rows) => rows.length > 0)

export const deleteFavouritesOf = (queries: SqlQueries, memberId: string) =>
  queries.query(DELETE, [memberId])
