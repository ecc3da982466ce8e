/** Rows of conversations and messages, and what the service answers of them. Pure. */
import { Schema } from "effect"
import type {
  UpstreamConversationItem,
  UpstreamPrivateMessage,
} from "@foldcast/contracts/upstream/messenger-api"
import { pictureOrNull, StoredPictureRow } from "../performers/performer-rows.ts"

/** Who wrote a message. */
export const MessageSender = Schema.Literals(["member", "performer"])
export type MessageSender = typeof MessageSender.Type

/** Of `private_messages m` and, where it has a picture, `message_attachments a`. */
export const MESSAGE_COLUMNS = `m.id AS message_id, m.sender, m.content, m.attachment_id,
  a.width, a.height, m.sent_at, m.read_at`
const MESSAGE = {
  message_id: Schema.String,
  sender: MessageSender,
  content: Schema.NullOr(Schema.String),
  attachment_id: Schema.NullOr(Schema.String),
  width: Schema.NullOr(Schema.Int),
  height: Schema.NullOr(Schema.Int),
  sent_at: Schema.Date,
  read_at: Schema.NullOr(Schema.Date),
}
export const MessageRow = Schema.Struct(MESSAGE)
export type MessageRow = typeof MessageRow.Type

/** Of `performers p` and `performer_listing l`. */
export const WRITTEN_TO_COLUMNS = `p.id AS performer_id, p.username, l.online_status,
  l.date_of_birth::text, p.profile->'about'->'nl'->>'city' AS city,
  p.profile->'pictures'->'snapshot' AS snapshot`
const WRITTEN_TO = {
  performer_id: Schema.String,
  username: Schema.String,
  online_status: Schema.Int,
  date_of_birth: Schema.String,
  city: Schema.NullOr(Schema.String),
  snapshot: Schema.NullOr(StoredPictureRow),
}
export const WrittenToRow = Schema.Struct(WRITTEN_TO)
export type WrittenToRow = typeof WrittenToRow.Type

export const ConversationRow = Schema.Struct({
  ...MESSAGE,
  ...WRITTEN_TO,
  id: Schema.String,
  created_at: Schema.Date,
  last_at: Schema.Date,
  is_bubble: Schema.Boolean,
  is_marked: Schema.Boolean,
  is_archived: Schema.Boolean,
  is_favourite: Schema.Boolean,
  favorited_you: Schema.Boolean,
  unread: Schema.Int,
})
export type ConversationRow = typeof ConversationRow.Type

/** A conversation that was marked as unread counts as one. */
export const unreadOf = ({ unread, is_marked }: Pick<ConversationRow, "unread" | "is_marked">) =>
  unread === 0 && is_marked ? 1 : unread

/** The address of a message's picture at this service. */
export const attachmentPath = (id: string): string => `/inbox/attachment/${id}`

/** The two people of a conversation. */
export interface Pair {
  readonly memberId: string
  readonly performerId: string
}

export const messageAnswer = (
  row: MessageRow,
  { memberId, performerId }: Pair,
): UpstreamPrivateMessage => ({
  id: row.message_id,
  ...(row.content !== null && { content: row.content }),
  ...(row.attachment_id !== null && {
    attachment: {
      url: attachmentPath(row.attachment_id),
      ...(row.width !== null && { width: row.width }),
      ...(row.height !== null && { height: row.height }),
    },
  }),
  createdAt: row.sent_at.toISOString(),
  receiver: row.sender === "member" ? performerId : memberId,
  read: row.read_at !== null,
})

/** A performer to write to. */
export const writtenToAnswer = (row: WrittenToRow) => ({
  id: row.performer_id,
  messagingId: row.performer_id,
  userid: row.performer_id,
  username: row.username,
  avatar: pictureOrNull(row.snapshot)?.url ?? null,
  ...(row.city !== null && row.city !== "" && { location: row.city }),
  dateOfBirth: row.date_of_birth,
  onlineStatus: row.online_status,
})

export const conversationAnswer = (
  row: ConversationRow,
  memberId: string,
): UpstreamConversationItem => ({
  id: row.id,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.last_at.toISOString(),
  owner: { id: memberId, messagingId: memberId, userid: memberId, avatar: null },
  participant: writtenToAnswer(row),
  isBubble: row.is_bubble,
  unread: unreadOf(row),
  archived: row.is_archived,
  deleted: false,
  favorite: row.is_favourite,
  favoritedYou: row.favorited_you,
  message: messageAnswer(row, { memberId, performerId: row.performer_id }),
})
