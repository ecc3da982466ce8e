/** A performer's side of the conversations, for who acts for her: who wrote, what, and what she has not read. */
import { Effect, Schema } from "effect"
import type { DeskConversation, DeskMessage } from "@foldcast/contracts/upstream/performer-desk"
import { sameKey } from "@foldcast/rules/names/same-key"
import { blocksOfPerformer } from "../blocks/block-store.ts"
import type { SqlQueries } from "../db/database.ts"
import { statement } from "../db/statement.ts"
import { MESSAGE_COLUMNS, MessageRow } from "./message-rows.ts"

/** The newest conversations, and the newest messages of one. */
const MAX_LISTED = 50
const MAX_MESSAGES = 200

const Named = { username: Schema.String, email: Schema.String }
const Listed = Schema.Struct({
  ...Named,
  id: Schema.String,
  last_at: Schema.Date,
  sender: Schema.String,
  content: Schema.NullOr(Schema.String),
  unread: Schema.Int,
  may_write: Schema.Boolean,
})
/** Of `conversations c`: neither of the two has blocked the other. */
const MAY_WRITE = `NOT EXISTS (SELECT FROM blocks b
  WHERE b.member_id = c.member_id AND b.performer_id = c.performer_id) AS may_write`
const LIST = statement(
  Listed,
  `SELECT c.id, c.last_at, u.username, u.email, m.sender, m.content,
     (SELECT count(*)::integer FROM private_messages x
      WHERE x.conversation_id = c.id AND x.sender = 'member' AND x.read_at IS NULL) AS unread,
     ${MAY_WRITE}
   FROM conversations c
   JOIN private_messages m ON m.conversation_id = c.id AND m.number = c.last_number
   JOIN members u ON u.id = c.member_id AND NOT u.deleted
   WHERE c.performer_id = $1 ORDER BY c.last_at DESC, c.id LIMIT $2`,
)
const HERS = statement(
  Schema.Struct({
    ...Named,
    id: Schema.String,
    member_id: Schema.String,
    may_write: Schema.Boolean,
  }),
  `SELECT c.id, c.member_id, u.username, u.email, ${MAY_WRITE} FROM conversations c
   JOIN members u ON u.id = c.member_id AND NOT u.deleted
   WHERE c.id = $1 AND c.performer_id = $2`,
)
const Numbered = Schema.Struct({ ...MessageRow.fields, number: Schema.Int })
const NEWEST = statement(
  Numbered,
  `SELECT ${MESSAGE_COLUMNS}, m.number FROM private_messages m
   LEFT JOIN message_attachments a ON a.id = m.attachment_id
   WHERE m.conversation_id = $1 ORDER BY m.number DESC LIMIT $2`,
)
const PICTURE = statement(
  Schema.Struct({ jpeg: Schema.String }),
  `SELECT encode(a.jpeg, 'base64') AS jpeg FROM message_attachments a
   JOIN private_messages m ON m.attachment_id = a.id
   JOIN conversations c ON c.id = m.conversation_id
   WHERE a.id = $1 AND c.performer_id = $2`,
)

/** A member is called by their address as long as they chose no name; it is nobody else's to see. */
const nameOf = ({ username, email }: { readonly username: string; readonly email: string }) =>
  sameKey(username) === sameKey(email) ? null : username

const messageOf = (row: typeof Numbered.Type): DeskMessage => ({
  number: row.number,
  at: row.sent_at.getTime(),
  isFromMember: row.sender === "member",
  isRead: row.read_at !== null,
  text: row.content,
  picture: row.attachment_id,
})

/** The newest first. */
export const conversationsWith = (queries: SqlQueries, performerId: string) =>
  Effect.map(queries.query(LIST, [performerId, MAX_LISTED]), (rows) =>
    rows.map((row): DeskConversation => ({
      id: row.id,
      name: nameOf(row),
      at: row.last_at.getTime(),
      text: row.content,
      isFromMember: row.sender === "member",
      unread: row.unread,
      mayWrite: row.may_write,
    })),
  )

/** Null where it is none of hers, or its member is gone. */
export const conversationWith = (queries: SqlQueries, performerId: string, id: string) =>
  Effect.map(queries.query(HERS, [id, performerId]), ([row]) =>
    row === undefined
      ? null
      : {
          id: row.id,
          memberId: row.member_id,
          name: nameOf(row),
          mayWrite: row.may_write,
        },
  )

/** Whom she blocked, newest first. */
export const blockedBy = (queries: SqlQueries, performerId: string) =>
  Effect.map(blocksOfPerformer(queries, performerId), (rows) =>
    rows.map((row) => ({ id: row.id, name: nameOf(row) })),
  )

/** The newest messages, the oldest of them first. */
export const newestMessages = (queries: SqlQueries, conversationId: string) =>
  Effect.map(queries.query(NEWEST, [conversationId, MAX_MESSAGES]), (rows) =>
    rows.map(messageOf).toReversed(),
  )

/** The JPEG, for the performer of its conversation; null for any other, and where there is none. */
export const pictureWith = (queries: SqlQueries, performerId: string, id: string) =>
  Effect.map(queries.query(PICTURE, [id, performerId]), ([row]) =>
    row === undefined ? null : new Uint8Array(Buffer.from(row.jpeg, "base64")),
  )
