/**
 * Suggests performers for a typed name, compared by plain letters (UA71): names that begin with it, names that contain
 * it, then names that begin with it but for one typing error (rules, names/name-match); of each who is live first.
 * Every candidate comes from a range of an index, so the cost does not grow with the table.
 */
import { Effect, Schema } from "effect"
import { type Findable, misspeltBeginnings, rankedByMatch } from "@foldcast/rules/names/name-match"
import { plainLetters } from "@foldcast/rules/names/plain-letters"
import type { SqlQueries } from "../db/database.ts"
import { statement } from "../db/statement.ts"
import { SHORTEST_END } from "./searched-names.ts"

/** Without a `limit`. */
export const DEFAULT_SUGGESTED = 10
export const MAX_SUGGESTED = 60
/** Names read by each query, of which those who are live come first. */
export const NAMES_READ = 200
/** Names read for one text that an error makes of the typed one. */
const READ_EACH = 10

const Candidate = Schema.Struct({
  id: Schema.String,
  username: Schema.String,
  online_status: Schema.Int,
})

/** The greatest code point, which sorts after every name with this prefix. */
const END = "chr(1114111)"
/** As a subquery, which reads the index once for each name and never the table. */
const withStatus = (found: string) =>
  `SELECT id, username, coalesce(
     (SELECT online_status FROM performer_listing WHERE performer_id = found.id), 0) AS online_status
   FROM (${found}) found`

export const NAMES_BEGINNING = statement(
  Candidate,
  withStatus(
    `SELECT id, username FROM performers
     WHERE plain_name >= $1 AND plain_name < $1 || ${END} ORDER BY plain_name, id LIMIT $2`,
  ),
)
export const NAMES_CONTAINING = statement(
  Candidate,
  withStatus(
    `SELECT DISTINCT p.id, p.username FROM (
       SELECT performer_id FROM performer_name_ends
       WHERE name_end >= $1 AND name_end < $1 || ${END} ORDER BY name_end, performer_id LIMIT $2) ends
     JOIN performers p ON p.id = ends.performer_id`,
  ),
)
export const NAMES_MISSPELT = statement(
  Candidate,
  withStatus(
    `SELECT DISTINCT p.id, p.username
     FROM jsonb_array_elements_text($1::jsonb) AS one (beginning)
     CROSS JOIN LATERAL (
       SELECT id, username FROM performers
       WHERE plain_name >= beginning AND plain_name < beginning || ${END}
       ORDER BY plain_name, id LIMIT ${READ_EACH}) p
     LIMIT $2`,
  ),
)

interface Suggested extends Findable {
  readonly id: string
}

const suggestedOf = ({ id, username, online_status }: typeof Candidate.Type): Suggested => ({
  id,
  username,
  onlineStatus: online_status,
})

export const suggestPerformers = Effect.fn("performers.suggest")(function* (
  queries: SqlQueries,
  typed: string,
  limit: number = DEFAULT_SUGGESTED,
) {
  const key = plainLetters(typed)
  if (key === "") return []
  const found = new Map<string, Suggested>()
  const add = (candidates: ReadonlyArray<typeof Candidate.Type>) => {
    for (const one of candidates) found.set(one.id, suggestedOf(one))
  }
  add(yield* queries.query(NAMES_BEGINNING, [key, NAMES_READ]))
  if (found.size < limit && Array.from(key).length >= SHORTEST_END) {
    add(yield* queries.query(NAMES_CONTAINING, [key, NAMES_READ]))
  }
  const beginnings = found.size < limit ? misspeltBeginnings(typed) : []
  if (beginnings.length > 0) {
    add(yield* queries.query(NAMES_MISSPELT, [JSON.stringify(beginnings), NAMES_READ]))
  }
  return rankedByMatch(typed, [...found.values()])
    .slice(0, limit)
    .map(({ id, username }) => ({ id, username }))
})
