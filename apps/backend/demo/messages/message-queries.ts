/** What the demo's performers know of their conversations and of whom they may write to, from the database. */
import { Schema } from "effect"
import { Locale } from "@foldcast/contracts/units"
import type { SqlQueries } from "../../db/database.ts"
import { statement } from "../../db/statement.ts"
import { DEMO_ID_PREFIX } from "../performers/demo-performers.ts"

const Texts = Schema.Array(Schema.String)
const Named = { username: Schema.String, email: Schema.String, lang: Locale }

/** Of `conversations c`, where there is one: what its member wrote last, and her last text. */
const TEXTS = `to_jsonb(ARRAY(SELECT w.content FROM private_messages w
    WHERE w.conversation_id = c.id AND w.sender = 'member' AND w.content IS NOT NULL
    ORDER BY w.number DESC LIMIT 5)) AS written,
  (SELECT s.content FROM private_messages s
    WHERE s.conversation_id = c.id AND s.sender = 'performer' AND s.content IS NOT NULL
    ORDER BY s.number DESC LIMIT 1) AS said`

const Open = Schema.Struct({
  ...Named,
  id: Schema.String,
  member_id: Schema.String,
  performer_id: Schema.String,
  last_number: Schema.Int,
  is_live: Schema.Boolean,
  newest_id: Schema.String,
  newest_text: Schema.NullOr(Schema.String),
  written: Texts,
  said: Schema.NullOr(Schema.String),
  first_unread_at: Schema.NullOr(Schema.Date),
  first_read_at: Schema.NullOr(Schema.Date),
})
export type OpenRow = typeof Open.Type

/** One that its member deleted since, or between two who are kept apart, asks for nothing. */
const OPEN = statement(
  Open,
  `SELECT c.id, c.member_id, c.performer_id, c.last_number, u.username, u.email, u.lang,
     l.online_status <> 0 AS is_live, m.id AS newest_id, m.content AS newest_text, ${TEXTS},
     o.first_unread_at, o.first_read_at
   FROM conversations c
   JOIN private_messages m ON m.conversation_id = c.id AND m.number = c.last_number
   JOIN members u ON u.id = c.member_id AND NOT u.deleted
   JOIN performer_listing l ON l.performer_id = c.performer_id
   CROSS JOIN LATERAL (
     SELECT min(x.sent_at) FILTER (WHERE x.read_at IS NULL) AS first_unread_at,
       min(x.read_at) AS first_read_at
     FROM private_messages x WHERE x.conversation_id = c.id AND x.number > coalesce((
       SELECT max(p.number) FROM private_messages p
       WHERE p.conversation_id = c.id AND p.sender = 'performer'), 0)
   ) o
   WHERE starts_with(c.performer_id, $1) AND m.sender = 'member' AND m.erased_at IS NULL
     AND c.last_number > c.deleted_to
     AND NOT EXISTS (SELECT FROM blocks b
       WHERE b.member_id = c.member_id AND b.performer_id = c.performer_id)
   ORDER BY c.last_at, c.id`,
)

const HEARD = `EXISTS (SELECT FROM private_messages h JOIN conversations d ON d.id = h.conversation_id
  WHERE d.member_id = $1 AND h.sender = 'performer' AND h.sent_at > $2)`
const HAS_HEARD = statement(
  Schema.Struct({ has_heard: Schema.Boolean }),
  `SELECT ${HEARD} AS has_heard`,
)

const Member = Schema.Struct({ ...Named, id: Schema.String })
export type MemberRow = typeof Member.Type
const ACQUAINTED = statement(
  Member,
  `SELECT u.id, u.username, u.email, u.lang FROM members u
   WHERE NOT u.deleted AND u.id IN (
     SELECT f.member_id FROM favourites f WHERE starts_with(f.performer_id, $1)
     UNION SELECT c.member_id FROM conversations c WHERE starts_with(c.performer_id, $1))
   ORDER BY u.id COLLATE "C"`,
)

const Acquaintance = Schema.Struct({
  performer_id: Schema.String,
  written: Texts,
  said: Schema.NullOr(Schema.String),
  last_number: Schema.Int,
})
export type AcquaintanceRow = typeof Acquaintance.Type
/** She answers first what she was asked, and does not write again what was not read. */
const ACQUAINTANCES = statement(
  Acquaintance,
  `SELECT p.id AS performer_id, ${TEXTS}, coalesce(c.last_number, 0)::integer AS last_number
   FROM performers p
   LEFT JOIN conversations c ON c.member_id = $1 AND c.performer_id = p.id
   LEFT JOIN favourites f ON f.member_id = $1 AND f.performer_id = p.id
   WHERE starts_with(p.id, $2) AND (f.added_at <= $3 OR (c.last_number > c.deleted_to AND EXISTS (
       SELECT FROM private_messages w
       WHERE w.conversation_id = c.id AND w.sender = 'member' AND w.sent_at <= $3)))
     AND NOT EXISTS (SELECT FROM blocks b WHERE b.member_id = $1 AND b.performer_id = p.id)
     AND NOT EXISTS (SELECT FROM private_messages n WHERE n.conversation_id = c.id AND (
       (n.sender = 'performer' AND n.read_at IS NULL AND n.number > c.deleted_to)
       OR (n.sender = 'member' AND n.number = c.last_number)))
   ORDER BY p.id COLLATE "C"`,
)

/** Conversations of the demo's performers whose newest message is the member's, the oldest first. */
export const openConversations = (queries: SqlQueries) => queries.query(OPEN, [DEMO_ID_PREFIX])

/** Whether any performer wrote to the member after that. */
export const hasHeardSince = (queries: SqlQueries, memberId: string, since: Date) =>
  queries.query(HAS_HEARD, [memberId, since])

/** Members whom one of the demo's performers may know. */
export const acquaintedMembers = (queries: SqlQueries) =>
  queries.query(ACQUAINTED, [DEMO_ID_PREFIX])

/** The demo's performers who are among the member's favourites, or were written to, since then or longer. */
export const acquaintancesOf = (queries: SqlQueries, memberId: string, since: Date) =>
  queries.query(ACQUAINTANCES, [memberId, DEMO_ID_PREFIX, since])
