/**
 * Facts of a member's private messages. They patch what the queries of conversations answered (docs/protocol.md,
 * "Queries"). Whom somebody writes with is private, so ids are tokens in captures; texts and pictures never get there.
 */
import { Schema } from "effect"
import { performerStandIn } from "../client-facts/named-paths.ts"
import {
  AttachmentId,
  ConversationId,
  Label,
  MessageId,
  MessagingId,
  RecordedPerformerId,
} from "../ids.ts"
import { CONVERSATION_STATES, MAX_TOLD_CHARACTERS } from "../private-message.ts"
import { drop, keep, standIn, token } from "../sensitivity.ts"
import { Count, EpochMillis, Pixels } from "../units.ts"
import { fact } from "./fact.ts"
import { DROPPED_TEXT } from "./visit.ts"

const performerId = token(RecordedPerformerId, performerStandIn)
const conversationId = token(ConversationId, standIn("conversation"))
const messageId = token(MessageId, standIn("message"))
/** The stand-in of a performer whose messaging id is the performer's id is the same as in other facts. */
const receiver = token(MessagingId, performerStandIn)
const label = keep(Label)

/** `text` or `attachment`; neither where the writer's account is gone. */
const message = Schema.Struct({
  messageId,
  /** Whom it is for: the messaging id of one of the two people. */
  receiver,
  text: Schema.optionalKey(
    drop(Schema.String.check(Schema.isMaxLength(MAX_TOLD_CHARACTERS)), DROPPED_TEXT),
  ),
  /** Its picture is at /api/attachments/:id. Without a size a page leaves it a box of 4:3. */
  attachment: Schema.optionalKey(
    Schema.Struct({
      attachmentId: token(AttachmentId, standIn("attachment")),
      width: Schema.optionalKey(keep(Pixels)),
      height: Schema.optionalKey(keep(Pixels)),
    }),
  ),
  sentAt: keep(EpochMillis),
})

/** Messages that the member has not read, in all conversations. */
export const UnreadCounted = fact("UnreadCounted", "member", { count: keep(Count) })
/** By either of the two: a message whose receiver is not the member is the member's own, from wherever it was sent. */
export const PrivateMessageReceived = fact("PrivateMessageReceived", "member", {
  conversationId,
  message,
})
/** Its receiver has read that message, and those before it. */
export const MessageRead = fact("MessageRead", "member", {
  conversationId,
  messageId,
  reader: keep(Schema.Literals(["member", "performer"])),
})
/** The first message to a performer begins the conversation. */
export const PrivateMessageSent = fact("PrivateMessageSent", "member", {
  performerId,
  conversationId,
  message,
})
/** Nothing was sent, and nothing charged. */
export const PrivateMessageRefused = fact("PrivateMessageRefused", "visit", { performerId, label })
/** Nobody knows yet whether it was sent: a `PrivateMessageSent` or `PrivateMessageRefused` with its cause follows. */
export const PrivateMessageUnknown = fact("PrivateMessageUnknown", "visit", { performerId })
/** The member gave a conversation this state, or took it back. */
export const ConversationStateChanged = fact("ConversationStateChanged", "member", {
  conversationId,
  state: keep(Schema.Literals(CONVERSATION_STATES)),
  isOn: keep(Schema.Boolean),
})
/** For the member alone; the next message in it brings it back. */
export const ConversationDeleted = fact("ConversationDeleted", "member", { conversationId })
/** The change was refused, or its outcome is unknown. */
export const ConversationChangeRefused = fact("ConversationChangeRefused", "visit", {
  conversationId,
  label,
})

export const messageFacts = [
  UnreadCounted,
  PrivateMessageReceived,
  MessageRead,
  PrivateMessageSent,
  PrivateMessageRefused,
  PrivateMessageUnknown,
  ConversationStateChanged,
  ConversationDeleted,
  ConversationChangeRefused,
] as const
