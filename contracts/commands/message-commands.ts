/** The commands of private messages, for members alone. */
import { Schema } from "effect"
import { performerStandIn } from "../client-facts/named-paths.ts"
import { AttachmentId, ConversationId, MessageId, MessagingId, PerformerId } from "../ids.ts"
import { CONVERSATION_STATES } from "../private-message.ts"
import { drop, keep, standIn, token } from "../sensitivity.ts"
import { DROPPED_TEXT } from "../stream/visit.ts"
import { command, PLAIN } from "./command-declaration.ts"
import { typed } from "./typed-text.ts"

const conversationId = token(ConversationId, standIn("conversation"))

export const MESSAGE_COMMANDS = [
  /**
   * A text or a picture, not both. `partnerId` is the performer's messaging id, as a conversation or a suggestion tells
   * it; absent: the performer's id. At most once: the command's id is the message's key at the service (ADR 0077).
   */
  command(
    "SendPrivateMessage",
    {
      performerId: token(PerformerId, performerStandIn),
      partnerId: Schema.optionalKey(token(MessagingId, performerStandIn)),
      text: Schema.optionalKey(drop(typed, DROPPED_TEXT)),
      /** Of POST /api/attachments. */
      attachment: Schema.optionalKey(token(AttachmentId, standIn("attachment"))),
    },
    {
      ...PLAIN,
      outcomes: ["PrivateMessageSent", "PrivateMessageRefused", "PrivateMessageUnknown"],
    },
    Schema.makeFilter(
      ({ text, attachment }: { readonly text?: unknown; readonly attachment?: unknown }) =>
        (text === undefined) !== (attachment === undefined),
    ),
  ),
  /** That message of a performer, and those before it, were seen. A failure is not told. */
  command(
    "MarkMessageRead",
    { conversationId, messageId: token(MessageId, standIn("message")) },
    { ...PLAIN, outcomes: ["MessageRead"], silent: true },
  ),
  /** Idempotent. A conversation that was marked as unread stays so until its messages are seen again. */
  command(
    "SetConversationState",
    {
      conversationId,
      state: keep(Schema.Literals(CONVERSATION_STATES)),
      isOn: keep(Schema.Boolean),
    },
    { ...PLAIN, outcomes: ["ConversationStateChanged", "ConversationChangeRefused"] },
  ),
  command(
    "DeleteConversation",
    { conversationId },
    { ...PLAIN, outcomes: ["ConversationDeleted", "ConversationChangeRefused"] },
  ),
] as const
export type MessageCommandTag = (typeof MESSAGE_COMMANDS)[number]["tag"]
