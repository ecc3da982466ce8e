/**
 * The performers that a desk picks from: held ones and those with somebody in their rooms first, then who is online.
 */
import { Effect, Schema } from "effect"
import type { SqlQueries } from "../db/database.ts"
import { statement } from "../db/statement.ts"
import { searchedLetters } from "./searched-names.ts"

const Row = Schema.Struct({ id: Schema.String, name: Schema.String, status: Schema.Int })

/** One page; other performers are found by name. */
const MAX_LISTED = 40

const BY_NAME = statement(
  Row,
  `SELECT p.id, p.username AS name, l.online_status AS status
   FROM performers p JOIN performer_listing l ON l.performer_id = p.id
   WHERE position($1 IN p.plain_name) > 0
   ORDER BY (p.id = ANY(string_to_array($2, ','))) DESC, l.online_status <> 0 DESC, p.username_key
   LIMIT $3`,
)
const BY_ID = statement(
  Row,
  `SELECT p.id, p.username AS name, l.online_status AS status
   FROM performers p JOIN performer_listing l ON l.performer_id = p.id WHERE p.id = $1`,
)

/** `first`: ids listed first. An empty name lists all; a name without letters or digits lists nobody. */
export const performersByName = (
  queries: SqlQueries,
  name: string,
  first: ReadonlyArray<string>,
) => {
  const letters = searchedLetters(name)
  return letters === null
    ? Effect.succeed([])
    : queries.query(BY_NAME, [letters, first.join(","), MAX_LISTED])
}

export const performerNameOf = (queries: SqlQueries, performerId: string) =>
  queries.query(BY_ID, [performerId])
