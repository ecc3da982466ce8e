/**
 * Conversations in the database: one for a member and a performer, with what the member's view of it is.
 *
 * Invariant: a conversation is locked before a message gets its number, so that numbers have no gap and both people
 * read in one order.
 */
import { Effect, Schema } from "effect"
import type { ConversationFilter, ConversationSort } from "@foldcast/contracts/private-message"
import { blockedByMember } from "../blocks/block-store.ts"
import type { SqlQueries } from "../db/database.ts"
import { only, type Statement, statement, voidStatement } from "../db/statement.ts"
import { BackendIds } from "../ids.ts"
import { searchedLetters } from "../performers/searched-names.ts"
import { ConversationRow, MESSAGE_COLUMNS, WRITTEN_TO_COLUMNS } from "./message-rows.ts"

/** Of `conversations c`: what its member has not read. */
const UNREAD = `SELECT count(*)::integer FROM private_messages u
  WHERE u.conversation_id = c.id AND u.sender = 'performer' AND u.read_at IS NULL
    AND u.number > c.deleted_to`

const Known = Schema.Struct({
  id: Schema.String,
  member_id: Schema.String,
  performer_id: Schema.String,
  last_number: Schema.Int,
  last_at: Schema.Date,
  deleted_to: Schema.Int,
  is_marked: Schema.Boolean,
  unread: Schema.Int,
})
export type Conversation = typeof Known.Type
const KNOWN_COLUMNS = `c.id, c.member_id, c.performer_id, c.last_number, c.last_at, c.deleted_to,
  c.is_marked, (${UNREAD}) AS unread`

const BEGIN = voidStatement(
  `INSERT INTO conversations (id, member_id, performer_id, created_at, last_at)
   VALUES ($1, $2, $3, $4, $4) ON CONFLICT (member_id, performer_id) DO NOTHING`,
)
const LOCK_PAIR = statement(
  Known,
  `SELECT ${KNOWN_COLUMNS} FROM conversations c
   WHERE c.member_id = $1 AND c.performer_id = $2 FOR NO KEY UPDATE`,
)
const OF_PAIR = statement(
  Known,
  `SELECT ${KNOWN_COLUMNS} FROM conversations c WHERE c.member_id = $1 AND c.performer_id = $2`,
)
const OF_MEMBER = statement(
  Known,
  `SELECT ${KNOWN_COLUMNS} FROM conversations c WHERE c.id = $1 AND c.member_id = $2`,
)
const ADVANCE = voidStatement(
  `UPDATE conversations SET last_number = $2, last_at = $3, is_archived = false WHERE id = $1`,
)
const SET_MARKED = voidStatement("UPDATE conversations SET is_marked = $2 WHERE id = $1")
const SET_ARCHIVED = voidStatement("UPDATE conversations SET is_archived = $2 WHERE id = $1")
const SET_BUBBLE = voidStatement("UPDATE conversations SET is_bubble = $2 WHERE id = $1")
const DELETE = voidStatement(
  `UPDATE conversations SET deleted_to = last_number, is_marked = false, is_archived = false,
     is_bubble = false WHERE id = $1 AND member_id = $2`,
)
const COUNT_UNREAD = statement(
  Schema.Struct({ unread: Schema.Int }),
  `SELECT coalesce(sum(CASE WHEN one.unread = 0 AND one.is_marked THEN 1 ELSE one.unread END), 0)::integer
     AS unread
   FROM (SELECT c.is_marked, (${UNREAD}) AS unread FROM conversations c
         WHERE c.member_id = $1 AND c.last_number > c.deleted_to) one`,
)

/** `narrowed`: what a filter says of a conversation, whose newest message is `m`. An archived one is found by name alone, one with a blocked performer is not. */
const list = (narrowed: string) =>
  statement(
    ConversationRow,
    `SELECT c.id, c.created_at, c.last_at, c.is_bubble, c.is_marked, c.is_archived,
       c.favorited_you, f.performer_id IS NOT NULL AS is_favourite, (${UNREAD}) AS unread,
       ${MESSAGE_COLUMNS}, ${WRITTEN_TO_COLUMNS}
     FROM conversations c
     JOIN private_messages m ON m.conversation_id = c.id AND m.number = c.last_number
     LEFT JOIN message_attachments a ON a.id = m.attachment_id
     JOIN performers p ON p.id = c.performer_id
     JOIN performer_listing l ON l.performer_id = p.id
     LEFT JOIN favourites f ON f.member_id = c.member_id AND f.performer_id = c.performer_id
     WHERE c.member_id = $1 AND c.last_number > c.deleted_to AND ${narrowed}
       AND CASE WHEN $2 = '' THEN NOT c.is_archived
         ELSE position($2 IN p.plain_name) > 0 AND NOT ${blockedByMember("p.id")} END
     ORDER BY c.favorited_you AND $5 DESC, c.last_at DESC, c.id LIMIT $3 OFFSET $4`,
  )
const LISTS: Readonly<Record<ConversationFilter, Statement<ConversationRow>>> = {
  all: list("true"),
  unanswered: list("m.sender = 'performer'"),
  answered: list("m.sender = 'member'"),
  favourites: list("f.performer_id IS NOT NULL"),
  models: list("l.online_status <> 0"),
}

/** The conversation of the two, locked; begun where there is none. */
export const lockConversation = Effect.fnUntraced(function* (
  queries: SqlQueries,
  { memberId, performerId, at }: { memberId: string; performerId: string; at: Date },
) {
  const id = (yield* BackendIds).next("cv")
  yield* queries.query(BEGIN, [id, memberId, performerId, at])
  return only(yield* queries.query(LOCK_PAIR, [memberId, performerId]))
})

/** Null: they have not written to each other. */
export const pairOf = (queries: SqlQueries, memberId: string, performerId: string) =>
  Effect.map(queries.query(OF_PAIR, [memberId, performerId]), ([row]) => row ?? null)

export const conversationOf = (queries: SqlQueries, memberId: string, id: string) =>
  Effect.map(queries.query(OF_MEMBER, [id, memberId]), ([row]) => row ?? null)

/** Under its lock: its newest message is that one. */
export const advance = (queries: SqlQueries, id: string, number: number, at: Date) =>
  queries.query(ADVANCE, [id, number, at])

export const markConversation = (queries: SqlQueries, id: string, isMarked: boolean) =>
  queries.query(SET_MARKED, [id, isMarked])
export const archiveConversation = (queries: SqlQueries, id: string, isArchived: boolean) =>
  queries.query(SET_ARCHIVED, [id, isArchived])
export const bubbleConversation = (queries: SqlQueries, id: string, isBubble: boolean) =>
  queries.query(SET_BUBBLE, [id, isBubble])
/** For the member alone: what is written later stands in an empty conversation. */
export const deleteConversation = (queries: SqlQueries, memberId: string, id: string) =>
  queries.query(DELETE, [id, memberId])

export const countUnread = (queries: SqlQueries, memberId: string) =>
  Effect.map(queries.query(COUNT_UNREAD, [memberId]), (rows) => only(rows).unread)

export interface WantedList {
  readonly filter: ConversationFilter
  readonly sort: ConversationSort
  /** Names that hold it; empty: all. */
  readonly username: string
  /** From 0. */
  readonly page: number
  readonly limit: number
}

/** One row more than wanted where the list goes on. */
export const conversationsOf = (
  queries: SqlQueries,
  memberId: string,
  { filter, sort, username, page, limit }: WantedList,
) => {
  const letters = searchedLetters(username)
  const isByFavour = sort === "favoritedYou"
  return letters === null
    ? Effect.succeed([])
    : queries.query(LISTS[filter], [memberId, letters, limit + 1, page * limit, isByFavour])
}
