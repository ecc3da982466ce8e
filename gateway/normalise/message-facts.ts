/** Answers and events of the messenger's service → facts. Pure. */
import type { Event, EventOf } from "@foldcast/contracts/stream/event"
import type { MemberEventPayload } from "@foldcast/contracts/upstream/member-socket"
import type { MessengerApiBody } from "@foldcast/contracts/upstream/messenger-api"
import { MAX_COUNT } from "@foldcast/contracts/units"
import type { CallOutcome } from "../upstream/frame.ts"
import { labelOf, labelOfChange } from "./call-failure.ts"
import { pictureOf } from "./private-messages.ts"

type Told = MemberEventPayload<"private-message">["message"]
type Message = EventOf<"PrivateMessageReceived">["message"]

const messageOf = (told: Told, receiver: string | number): Message => {
  const attachment = pictureOf(told.attachment)
  return {
    messageId: String(told.id),
    receiver: String(receiver),
    ...(told.content !== undefined && { text: told.content }),
    ...(attachment !== undefined && { attachment }),
    sentAt: Date.parse(told.createdAt),
  }
}

export const privateMessageReceived = ({
  conversationId,
  receiver,
  message,
}: MemberEventPayload<"private-message">): Event => ({
  _tag: "PrivateMessageReceived",
  conversationId: String(conversationId),
  message: messageOf(message, receiver),
})

/** The event tells of what the member wrote. */
export const messageReadByPerformer = ({
  conversationId,
  messageId,
}: MemberEventPayload<"message-read">): Event => ({
  _tag: "MessageRead",
  conversationId: String(conversationId),
  messageId: String(messageId),
  reader: "performer",
})

const sent = (performerId: string, body: MessengerApiBody<"POST /inbox/{id}">): Event => ({
  _tag: "PrivateMessageSent",
  performerId,
  conversationId: String(body.conversationId),
  message: messageOf(body.message, body.message.receiver),
})

/** What came of sending. */
export const privateMessageSent = (
  performerId: string,
  outcome: CallOutcome<MessengerApiBody<"POST /inbox/{id}">>,
): Event => {
  if (outcome._tag === "Answered") return sent(performerId, outcome.body)
  // A proxy's page, or another success than 200: nobody said that it was not sent.
  const isDecided = outcome._tag !== "Refused" || outcome.label !== null
  return outcome._tag === "Unknown" || !isDecided
    ? { _tag: "PrivateMessageUnknown", performerId }
    : { _tag: "PrivateMessageRefused", performerId, label: labelOf(outcome) }
}

/** The service says for certain that the message was not sent, and never will be. */
const NOT_SENT = "notSent"

/** What became of a message whose answer was lost; null: still not known. */
export const lostMessageFound = (
  performerId: string,
  outcome: CallOutcome<MessengerApiBody<"GET /inbox/sent/{id}">>,
): Event | null => {
  if (outcome._tag !== "Answered") return null
  return outcome.body.state === "sent"
    ? sent(performerId, outcome.body)
    : { _tag: "PrivateMessageRefused", performerId, label: NOT_SENT }
}

/** Without an answer there is no fact, so the last number stays. */
export const unreadCounted = (
  outcome: CallOutcome<MessengerApiBody<"GET /inbox/count-unread">>,
): ReadonlyArray<Event> =>
  outcome._tag === "Answered"
    ? [{ _tag: "UnreadCounted", count: Math.min(outcome.body.unread, MAX_COUNT) }]
    : []

/** `done` is what holds where the service took the change. */
export const conversationChanged = (
  done: EventOf<"ConversationStateChanged"> | EventOf<"ConversationDeleted">,
  outcome: CallOutcome<unknown>,
): Event =>
  outcome._tag === "Answered"
    ? done
    : {
        _tag: "ConversationChangeRefused",
        conversationId: done.conversationId,
        label: labelOfChange(outcome),
      }
