/**
 * The member's private messages as queries. Personal: never stored, and 401 for a guest. Facts patch the answers
 * (contracts/stream/messages.ts).
 */
import { Schema } from "effect"
import { AttachmentId, ConversationId, MessageId, MessagingId, PerformerId } from "../ids.ts"
import { EpochMillis, Pixels } from "../units.ts"

/** `text` or `attachment`; neither where the writer's account is gone. */
export const PrivateMessage = Schema.Struct({
  id: MessageId,
  text: Schema.optionalKey(Schema.String),
  /** Its picture is at /api/attachments/:id. Without a size a page leaves it a box of 4:3. */
  attachment: Schema.optionalKey(
    Schema.Struct({
      attachmentId: AttachmentId,
      width: Schema.optionalKey(Pixels),
      height: Schema.optionalKey(Pixels),
    }),
  ),
  createdAt: EpochMillis,
  /** Whom it is for: the messaging id of one of the two people. */
  receiver: MessagingId,
  /** Whether the receiver has seen it. */
  read: Schema.Boolean,
}).annotate({ identifier: "PrivateMessage" })
export type PrivateMessage = typeof PrivateMessage.Type

const party = {
  id: Schema.String,
  /** What a message is addressed with. */
  messagingId: MessagingId,
  /** The address of a picture; null where there is none. */
  avatar: Schema.NullOr(Schema.String),
}

/** A performer to write to. */
export const WrittenTo = Schema.Struct({
  ...party,
  /** The performer's id. */
  userid: PerformerId,
  username: Schema.String,
  /** Null where it is not told. */
  location: Schema.NullOr(Schema.String),
  /** In years; null where it is not told. */
  age: Schema.NullOr(Schema.Natural),
  isOnline: Schema.Boolean,
}).annotate({ identifier: "WrittenTo" })
export type WrittenTo = typeof WrittenTo.Type

/** One conversation of the list. */
export const ConversationItem = Schema.Struct({
  id: ConversationId,
  createdAt: EpochMillis,
  /** The last interaction. */
  updatedAt: EpochMillis,
  self: Schema.Struct(party),
  other: WrittenTo,
  isBubble: Schema.Boolean,
  /** Messages that the member has not read; 1 for a conversation that was marked as unread. */
  unread: Schema.Natural,
  archived: Schema.Boolean,
  deleted: Schema.Boolean,
  favorite: Schema.Boolean,
  /** The newest one, for a preview. */
  message: PrivateMessage,
}).annotate({ identifier: "ConversationItem" })
export type ConversationItem = typeof ConversationItem.Type

/** GET /api/conversations. `nextPage` is null where the list ends. */
export const ConversationsAnswer = Schema.Struct({
  conversations: Schema.Array(ConversationItem),
  nextPage: Schema.NullOr(Schema.Natural),
}).annotate({ identifier: "ConversationsAnswer" })
export type ConversationsAnswer = typeof ConversationsAnswer.Type

/** GET /api/conversations/:id. Page 0 holds the newest messages; within a page the oldest is the first. */
export const ConversationAnswer = Schema.Struct({
  id: ConversationId,
  other: Schema.Struct({ id: PerformerId, username: Schema.String }),
  messages: Schema.Array(PrivateMessage),
  nextPage: Schema.NullOr(Schema.Natural),
  unread: Schema.Natural,
  deleted: Schema.Boolean,
  updatedAt: EpochMillis,
  /** False after either has blocked the other, and where the performer is gone. */
  mayWrite: Schema.Boolean,
}).annotate({ identifier: "ConversationAnswer" })
export type ConversationAnswer = typeof ConversationAnswer.Type

/** GET /api/suggestions/:type */
export const SuggestionsAnswer = Schema.Struct({
  suggestions: Schema.Array(WrittenTo),
  nextPage: Schema.NullOr(Schema.Natural),
}).annotate({ identifier: "SuggestionsAnswer" })
export type SuggestionsAnswer = typeof SuggestionsAnswer.Type
