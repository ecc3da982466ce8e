/**
 * Suggests names that begin with the typed text, then names that contain it, compared by plain letters (UA71). Both
 * are index ranges, so the cost does not grow with the table.
 */
import { Effect, Schema } from "effect"
import { plainLetters } from "@foldcast/rules/names/plain-letters"
import type { SqlQueries } from "../db/database.ts"
import { statement } from "../db/statement.ts"
import { SHORTEST_END } from "./searched-names.ts"

export const MAX_SUGGESTED = 10
/** A name can contain the same letters more than once. */
export const ENDS_READ = MAX_SUGGESTED * 4

const Suggested = Schema.Struct({ id: Schema.String, username: Schema.String })

/** The greatest code point, which sorts after every name with this prefix. */
const END = "chr(1114111)"
export const NAMES_BEGINNING = statement(
  Suggested,
  `SELECT id, username FROM performers
   WHERE plain_name >= $1 AND plain_name < $1 || ${END} ORDER BY plain_name, id LIMIT $2`,
)
export const NAMES_CONTAINING = statement(
  Suggested,
  `SELECT DISTINCT ON (p.plain_name, p.id) p.id, p.username FROM (
     SELECT performer_id FROM performer_name_ends
     WHERE name_end >= $1 AND name_end < $1 || ${END} ORDER BY name_end, performer_id LIMIT $2) found
   JOIN performers p ON p.id = found.performer_id
   WHERE NOT (p.plain_name >= $1 AND p.plain_name < $1 || ${END})
   ORDER BY p.plain_name, p.id LIMIT $3`,
)

export const suggestPerformers = Effect.fn("performers.suggest")(function* (
  queries: SqlQueries,
  typed: string,
) {
  const key = plainLetters(typed)
  if (key === "") return []
  const first = yield* queries.query(NAMES_BEGINNING, [key, MAX_SUGGESTED])
  const room = MAX_SUGGESTED - first.length
  if (room === 0 || Array.from(key).length < SHORTEST_END) return first
  return [...first, ...(yield* queries.query(NAMES_CONTAINING, [key, ENDS_READ, room]))]
})
