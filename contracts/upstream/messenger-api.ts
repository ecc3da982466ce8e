/**
 * The messenger's service, with the upstream's names verbatim: the inbox of a member, whom the bearer token alone
 * names. Excess fields are ignored; missing or wrong ones refuse the answer. Any status other than 200 is a refusal
 * (API-003). Unconfirmed assumptions are numbered in docs/upstream-assumptions.md.
 */
import { Schema } from "effect"
import {
  CONVERSATION_STATES,
  MAX_MESSAGE_CHARACTERS,
  MAX_TOLD_CHARACTERS,
  MESSAGES_PER_PAGE,
} from "../private-message.ts"
import { Pixels } from "../units.ts"
import { DoneAnswer, UpstreamId, UpstreamMemberId, UpstreamPerformerId } from "./member-api.ts"
import { CalendarDate, UpstreamOnlineStatus } from "./performer-service.ts"

const Name = Schema.String.check(Schema.isBetweenLength(1, 128))
const Url = Schema.String.check(Schema.isMaxLength(500))
/** ISO 8601, in UTC, of 1970 or later. */
const Instant = Schema.String.check(
  Schema.isPattern(
    /^(?:19[7-9]\d|[2-9]\d{3})-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?Z$/u,
  ),
)

/** A picture of a message. Without its size a page leaves it a box of 4:3. */
export const UpstreamAttachment = Schema.Struct({
  /** Where the service serves it, to its two people alone. */
  url: Url,
  width: Schema.optionalKey(Pixels),
  height: Schema.optionalKey(Pixels),
}).annotate({ identifier: "UpstreamAttachment" })

/**
 * What an event tells of a message: exactly one of `content` and `attachment` is set. Neither is where the writer's
 * account is gone.
 */
export const ToldPrivateMessage = Schema.Struct({
  id: UpstreamId,
  content: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(MAX_TOLD_CHARACTERS))),
  attachment: Schema.optionalKey(UpstreamAttachment),
  createdAt: Instant,
}).annotate({ identifier: "ToldPrivateMessage" })
export const UpstreamPrivateMessage = Schema.Struct({
  ...ToldPrivateMessage.fields,
  /** Whom it is for: the messaging id of one of the two. */
  receiver: UpstreamId,
  /** Whether the receiver has seen it. */
  read: Schema.Boolean,
}).annotate({ identifier: "UpstreamPrivateMessage" })
export type UpstreamPrivateMessage = typeof UpstreamPrivateMessage.Type

/** One of the two people of a conversation. */
const Party = Schema.Struct({
  id: UpstreamId,
  /** What a message is addressed with. */
  messagingId: UpstreamId,
  avatar: Schema.NullOr(Url),
})
/** The performer; the age is counted from `dateOfBirth`, as in lists. */
const OtherParty = Schema.Struct({
  ...Party.fields,
  userid: UpstreamPerformerId,
  username: Name,
  location: Schema.optionalKey(Schema.String),
  dateOfBirth: Schema.optionalKey(CalendarDate),
  onlineStatus: Schema.optionalKey(UpstreamOnlineStatus),
})

/** One conversation of the list. */
export const UpstreamConversationItem = Schema.Struct({
  id: UpstreamId,
  createdAt: Instant,
  /** The last interaction. */
  updatedAt: Instant,
  owner: Schema.Struct({ ...Party.fields, userid: UpstreamMemberId }),
  participant: OtherParty,
  isBubble: Schema.Boolean,
  /** Messages that the member has not read; 1 for a conversation that was marked as unread. */
  unread: Schema.Natural,
  archived: Schema.Boolean,
  deleted: Schema.Boolean,
  favorite: Schema.Boolean,
  /** Whether the performer has the member among the favourites. */
  favoritedYou: Schema.optionalKey(Schema.Boolean),
  /** The newest one, for a preview. */
  message: UpstreamPrivateMessage,
}).annotate({ identifier: "UpstreamConversationItem" })
export type UpstreamConversationItem = typeof UpstreamConversationItem.Type

/**
 * GET /inbox/list. Query: `filter` (private-message.ts), and ours: `sort`, `username`, which narrows the list to names
 * that hold it, `page` from 0 and `limit`. `nextPage` is null where the list ends.
 */
export const InboxListAnswer = Schema.Struct({
  conversations: Schema.Array(UpstreamConversationItem),
  nextPage: Schema.NullOr(Schema.Natural),
}).annotate({ identifier: "InboxListAnswer" })

/**
 * GET /inbox/{id}. Query: `page` from 0, which holds the newest messages, and `limit`. Within a page the oldest message
 * is the first. Pages are counted from the newest message, so that what comes meanwhile may show a message twice and
 * never hides one.
 */
export const InboxConversationAnswer = Schema.Struct({
  id: UpstreamId,
  other: Schema.Struct({ id: UpstreamPerformerId, username: Name }),
  messages: Schema.Array(UpstreamPrivateMessage),
  nextPage: Schema.NullOr(Schema.Natural),
  unread: Schema.Natural,
  deleted: Schema.Boolean,
  updatedAt: Instant,
  /** Whether the member may write: not after either has blocked the other, or the performer is gone. */
  mayWrite: Schema.optionalKey(Schema.Boolean),
}).annotate({ identifier: "InboxConversationAnswer" })

/** Letters, digits, `_` and `-`. */
export const MessageKey = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{1,64}$/u))
const Addressed = {
  /** The performer whom it is for; the conversation's other party. */
  performerId: UpstreamPerformerId,
  /** The sender's own id of this message: a second one with it costs nothing and answers as the first. */
  key: MessageKey,
}
/**
 * POST /inbox/{id}, where `id` is the performer's messaging id: the first message to a performer begins the
 * conversation.
 */
export const InboxSendRequest = Schema.Union([
  Schema.Struct({
    ...Addressed,
    message: Schema.Trim.check(Schema.isBetweenLength(1, MAX_MESSAGE_CHARACTERS)),
  }),
  /** A JPEG in base64. */
  Schema.Struct({ ...Addressed, attachment: Schema.String }),
]).annotate({ identifier: "InboxSendRequest" })
export const InboxSendAnswer = Schema.Struct({
  conversationId: UpstreamId,
  message: UpstreamPrivateMessage,
}).annotate({ identifier: "InboxSendAnswer" })
export type InboxSendAnswer = typeof InboxSendAnswer.Type

/**
 * GET /inbox/sent/{key}, ours: what became of a message whose answer was lost. Asking about one that has not arrived
 * closes its key, so that "not sent" stays true: the message is refused should it arrive later.
 */
export const InboxSentAnswer = Schema.Union([
  Schema.Struct({ state: Schema.Literal("sent"), ...InboxSendAnswer.fields }),
  Schema.Struct({ state: Schema.Literal("notSent") }),
]).annotate({ identifier: "InboxSentAnswer" })

/** GET /inbox/count-unread */
export const InboxUnreadAnswer = Schema.Struct({ unread: Schema.Natural }).annotate({
  identifier: "InboxUnreadAnswer",
})

/** PUT /inbox/state/{state}; `on`, ours: false takes the state back. */
export const InboxStateRequest = Schema.Struct({
  id: UpstreamId,
  on: Schema.optionalKey(Schema.Boolean),
}).annotate({ identifier: "InboxStateRequest" })
export const InboxState = Schema.Literals(CONVERSATION_STATES)
/** PUT /inbox/state/delete */
export const InboxDeleteRequest = Schema.Struct({ id: UpstreamId }).annotate({
  identifier: "InboxDeleteRequest",
})

/** GET /inbox/suggestion-list/{type}. Query: `page` from 0, `limit`, `username`. */
export const InboxSuggestionsAnswer = Schema.Struct({
  suggestions: Schema.Array(OtherParty),
  nextPage: Schema.NullOr(Schema.Natural),
}).annotate({ identifier: "InboxSuggestionsAnswer" })

/** Most messages on a page: a conversation with many unread ones is read in one. */
export const MAX_MESSAGES_ON_PAGE = 50 * MESSAGES_PER_PAGE
/** The member is none of the two people of the conversation. */
export const NOT_INVOLVED_LABEL = "badRequest.notInvolved"
/** The key was asked about before its message arrived: it will never be sent. */
export const KEY_CLOSED_LABEL = "badRequest.keyClosed"

export const MESSENGER_API_ANSWERS = {
  "GET /inbox/list": InboxListAnswer,
  "GET /inbox/{id}": InboxConversationAnswer,
  "POST /inbox/{id}": InboxSendAnswer,
  "GET /inbox/sent/{id}": InboxSentAnswer,
  "GET /inbox/count-unread": InboxUnreadAnswer,
  "PUT /inbox/message/read/{id}": DoneAnswer,
  "PUT /inbox/state/{id}": DoneAnswer,
  "PUT /inbox/state/delete": DoneAnswer,
  "GET /inbox/suggestion-list/{id}": InboxSuggestionsAnswer,
} as const satisfies Readonly<Record<string, Schema.Top>>
export type MessengerApiCall = keyof typeof MESSENGER_API_ANSWERS
export type MessengerApiBody<Call extends MessengerApiCall> =
  (typeof MESSENGER_API_ANSWERS)[Call]["Type"]

/** The picture of a message, as a JPEG: for the two people of its conversation alone. */
export const ATTACHMENT_CALL = "GET /inbox/attachment/{id}"

/** Why the service takes no picture. */
export const PICTURE_LABELS = ["badRequest.image-too-big", "badRequest.image-not-allowed"] as const
