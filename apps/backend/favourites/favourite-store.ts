/** A member's favourite performers, newest first. Callers: rest/favourites.ts, members/delete-account.ts. */
import { Schema } from "effect"
import type { Queries } from "../db/database.ts"
import { command, statement } from "../db/statement.ts"

const MAX_LISTED = 1_000

const LIST = statement(
  Schema.Struct({ performer_id: Schema.String }),
  `SELECT performer_id FROM favourites WHERE member_id = $1
   ORDER BY added_at DESC, performer_id LIMIT $2`,
)
const ADD = command(
  `INSERT INTO favourites (member_id, performer_id, added_at) VALUES ($1, $2, $3)
   ON CONFLICT (member_id, performer_id) DO NOTHING`,
)
const FORGET = command("DELETE FROM favourites WHERE member_id = $1")

export const favouritesOf = (queries: Queries, memberId: string) =>
  queries.query(LIST, [memberId, MAX_LISTED])

/** Once: adding somebody who is there changes nothing, the date neither. */
export const addFavourite = (queries: Queries, memberId: string, performerId: string, at: Date) =>
  queries.query(ADD, [memberId, performerId, at])

export const forgetFavouritesOf = (queries: Queries, memberId: string) =>
  queries.query(FORGET, [memberId])
