/** Private messages in the database, with their pictures and the keys that members sent them with. */
import { Effect, Schema } from "effect"
import type { InboxSendAnswer } from "@foldcast/contracts/upstream/messenger-api"
import type { SqlQueries } from "../db/database.ts"
import { only, statement, voidStatement } from "../db/statement.ts"
import { BackendIds } from "../ids.ts"
import { MESSAGE_COLUMNS, messageAnswer, MessageRow, type MessageSender } from "./message-rows.ts"

/** What a message says: one of the two. */
export type MessageBody =
  | { readonly _tag: "Text"; readonly content: string }
  | { readonly _tag: "Picture"; readonly picture: MessagePicture }

/** A picture as it is kept: a JPEG of our own making, without metadata. */
export interface MessagePicture {
  readonly width: number
  readonly height: number
  readonly jpeg: Uint8Array
}

/** Bytes go through base64, since both drivers take text. */
const KEEP_PICTURE = voidStatement(
  `INSERT INTO message_attachments (id, width, height, jpeg)
   VALUES ($1, $2, $3, decode($4, 'base64'))`,
)
const INSERT = voidStatement(
  `INSERT INTO private_messages (id, conversation_id, number, sender, content, attachment_id, sent_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7)`,
)
const PAGE = statement(
  MessageRow,
  `SELECT ${MESSAGE_COLUMNS} FROM private_messages m
   LEFT JOIN message_attachments a ON a.id = m.attachment_id
   WHERE m.conversation_id = $1 AND m.number > $2 AND m.number <= $3
   ORDER BY m.number`,
)
const SENT = statement(
  Schema.Struct({
    ...MessageRow.fields,
    conversation_id: Schema.String,
    performer_id: Schema.String,
  }),
  `SELECT ${MESSAGE_COLUMNS}, m.conversation_id, c.performer_id FROM private_messages m
   JOIN conversations c ON c.id = m.conversation_id
   LEFT JOIN message_attachments a ON a.id = m.attachment_id
   WHERE m.id = $1`,
)
const KEY = statement(
  Schema.Struct({ message_id: Schema.NullOr(Schema.String) }),
  "SELECT message_id FROM message_keys WHERE member_id = $1 AND key = $2",
)
const KEEP_KEY = voidStatement(
  "INSERT INTO message_keys (member_id, key, message_id, at) VALUES ($1, $2, $3, $4)",
)
const INVOLVED = statement(
  Schema.Struct({ conversation_id: Schema.String, number: Schema.Int }),
  `SELECT m.conversation_id, m.number FROM private_messages m
   JOIN conversations c ON c.id = m.conversation_id WHERE m.id = $1 AND c.member_id = $2`,
)
const READ_UP_TO = statement(
  Schema.Struct({ id: Schema.String, number: Schema.Int }),
  `UPDATE private_messages SET read_at = $4
   WHERE conversation_id = $1 AND sender = $2 AND number <= $3 AND read_at IS NULL
   RETURNING id, number`,
)
const PICTURE = statement(
  Schema.Struct({ jpeg: Schema.String }),
  `SELECT encode(a.jpeg, 'base64') AS jpeg FROM message_attachments a
   JOIN private_messages m ON m.attachment_id = a.id
   JOIN conversations c ON c.id = m.conversation_id
   WHERE a.id = $1 AND c.member_id = $2 AND m.number > c.deleted_to`,
)
/** One statement, so that no picture is left that no message names. */
const ERASE = voidStatement(
  `WITH mine AS (
     SELECT m.id, m.attachment_id FROM private_messages m
     JOIN conversations c ON c.id = m.conversation_id
     WHERE c.member_id = $1 AND m.sender = 'member' AND m.erased_at IS NULL
   ), erased AS (
     UPDATE private_messages SET content = NULL, attachment_id = NULL, erased_at = $2
     FROM mine WHERE private_messages.id = mine.id RETURNING mine.attachment_id
   )
   DELETE FROM message_attachments WHERE id IN (SELECT attachment_id FROM erased)`,
)
const DROP_KEYS = voidStatement("DELETE FROM message_keys WHERE member_id = $1")

export interface NewMessage {
  readonly id: string
  readonly conversationId: string
  readonly number: number
  readonly sender: MessageSender
  readonly body: MessageBody
  readonly at: Date
}

export const insertMessage = Effect.fnUntraced(function* (
  queries: SqlQueries,
  message: NewMessage,
) {
  const { id, conversationId, number, sender, body, at } = message
  const content = body._tag === "Text" ? body.content : null
  const attachment = body._tag === "Picture" ? (yield* BackendIds).next("pic") : null
  if (body._tag === "Picture") {
    const { width, height, jpeg } = body.picture
    const text = Buffer.from(jpeg).toString("base64")
    yield* queries.query(KEEP_PICTURE, [attachment, width, height, text])
  }
  yield* queries.query(INSERT, [id, conversationId, number, sender, content, attachment, at])
})

/** Messages after one number, up to another one, in their order. */
export const messagesBetween = (
  queries: SqlQueries,
  conversationId: string,
  after: number,
  upTo: number,
) => queries.query(PAGE, [conversationId, after, upTo])

export type KeyState =
  /** Nothing has been heard of the key. */
  | { readonly _tag: "Unknown" }
  /** Nothing is sent with it any more. */
  | { readonly _tag: "Closed" }
  | { readonly _tag: "Sent"; readonly performerId: string; readonly answer: InboxSendAnswer }

/** What became of the message with which the member used the key. */
export const keyStateOf = Effect.fnUntraced(function* (
  queries: SqlQueries,
  memberId: string,
  key: string,
) {
  const [known] = yield* queries.query(KEY, [memberId, key])
  if (known === undefined) return { _tag: "Unknown" } satisfies KeyState
  if (known.message_id === null) return { _tag: "Closed" } satisfies KeyState
  const {
    conversation_id: conversationId,
    performer_id: performerId,
    ...row
  } = only(yield* queries.query(SENT, [known.message_id]))
  const message = messageAnswer(row, { memberId, performerId })
  return { _tag: "Sent", performerId, answer: { conversationId, message } } satisfies KeyState
})

export interface UsedKey {
  readonly memberId: string
  readonly key: string
  /** Null: the key is closed. */
  readonly messageId: string | null
  readonly at: Date
}

export const keepKey = (queries: SqlQueries, { memberId, key, messageId, at }: UsedKey) =>
  queries.query(KEEP_KEY, [memberId, key, messageId, at])

/** Null: the member is none of the two people. */
export const messagePlaceOf = (queries: SqlQueries, memberId: string, messageId: string) =>
  Effect.map(queries.query(INVOLVED, [messageId, memberId]), ([row]) => row ?? null)

export interface ReadUpTo {
  readonly conversationId: string
  /** Whose messages are read. */
  readonly sender: MessageSender
  readonly number: number
  readonly at: Date
}

/** The newest that was not read before; null: there was none. */
export const readUpTo = (queries: SqlQueries, { conversationId, sender, number, at }: ReadUpTo) =>
  Effect.map(queries.query(READ_UP_TO, [conversationId, sender, number, at]), (rows) =>
    rows.reduce<(typeof rows)[number] | null>(
      (newest, row) => (newest === null || row.number > newest.number ? row : newest),
      null,
    ),
  )

/** The JPEG, for the member of its conversation; null for everybody else, and where there is none. */
export const pictureFor = (queries: SqlQueries, id: string, memberId: string) =>
  Effect.map(queries.query(PICTURE, [id, memberId]), ([row]) =>
    row === undefined ? null : new Uint8Array(Buffer.from(row.jpeg, "base64")),
  )

/** Inside the transaction that deletes an account: what the member wrote is gone, and that something stood there stays. */
export const eraseMessagesOf = Effect.fnUntraced(function* (
  queries: SqlQueries,
  memberId: string,
  at: Date,
) {
  yield* queries.query(ERASE, [memberId, at])
  yield* queries.query(DROP_KEYS, [memberId])
})
