/** Performers whom a member may write to: those among the favourites, or those who are online; no conversation yet, and no block. */
import type { SuggestionType } from "@foldcast/contracts/private-message"
import { Effect } from "effect"
import { blockedWith } from "../blocks/block-store.ts"
import type { SqlQueries } from "../db/database.ts"
import { statement } from "../db/statement.ts"
import { searchedLetters } from "../performers/searched-names.ts"
import { WRITTEN_TO_COLUMNS, WrittenToRow } from "./message-rows.ts"

const WHO: Readonly<Record<SuggestionType, string>> = {
  favourites: `EXISTS (SELECT FROM favourites f
    WHERE f.member_id = $1 AND f.performer_id = p.id)`,
  models: "l.online_status <> 0",
}
const suggestions = (type: SuggestionType) =>
  statement(
    WrittenToRow,
    `SELECT ${WRITTEN_TO_COLUMNS} FROM performers p
     JOIN performer_listing l ON l.performer_id = p.id
     WHERE ${WHO[type]} AND ($2 = '' OR position($2 IN p.plain_name) > 0)
       AND NOT EXISTS (SELECT FROM conversations c WHERE c.member_id = $1
         AND c.performer_id = p.id AND c.last_number > c.deleted_to)
       AND NOT ${blockedWith("p.id")}
     ORDER BY l.online_status <> 0 DESC, l.rating DESC, p.username_key LIMIT $3 OFFSET $4`,
  )
const SUGGESTIONS = {
  favourites: suggestions("favourites"),
  models: suggestions("models"),
} as const satisfies Readonly<Record<SuggestionType, unknown>>

export interface WantedSuggestions {
  readonly type: SuggestionType
  /** Names that hold it; empty: all. */
  readonly username: string
  /** From 0. */
  readonly page: number
  readonly limit: number
}

/** One row more than wanted where the list goes on. */
export const suggestionsFor = (
  queries: SqlQueries,
  memberId: string,
  { type, username, page, limit }: WantedSuggestions,
) => {
  const letters = searchedLetters(username)
  return letters === null
    ? Effect.succeed([])
    : queries.query(SUGGESTIONS[type], [memberId, letters, limit + 1, page * limit])
}
