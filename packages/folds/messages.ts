/**
 * A member's private messages: what was heard of their conversations in this visit, and this document's own messages
 * that are not known to be sent. What stands in a conversation is the answer of a query with what was heard since
 * (apps/web/features/messenger).
 *
 * Invariants: one message of this document is in `outgoing` until its `PrivateMessageSent` is heard, and then in
 * `heard` alone; what is heard is counted without a gap, so that who asks knows what the answer holds already.
 */
import { NO_ANSWER, VISIT_IS_OVER } from "@foldcast/contracts/commands/no-answer"
import type { ClientFactOf } from "@foldcast/contracts/client-facts/client-fact"
import type {
  ConversationEvent,
  MessagesState,
  OutgoingMessage,
  SendingState,
  SiteState,
} from "./site-state.ts"
import { type Slice, withChanges } from "./slice.ts"
import { withNewest } from "./with-newest.ts"

export const MAX_HEARD = 500
const MAX_OUTGOING = 50

export const NOTHING_HEARD: MessagesState = {
  heardCount: 0,
  heard: [],
  outgoing: [],
  refusal: null,
}

/** Where nobody said that it was not sent. */
const mayBeSent = (label: string): boolean => label === NO_ANSWER || label === VISIT_IS_OVER

const withHeard = (
  messages: MessagesState,
  event: ConversationEvent,
  cause: string | undefined,
): MessagesState => {
  const n = messages.heardCount + 1
  const heard = withNewest(messages.heard, { n, event, cause: cause ?? null }, MAX_HEARD)
  return { ...messages, heardCount: n, heard }
}

const withSending = (
  messages: MessagesState,
  commandId: string | undefined,
  sending: SendingState,
): MessagesState => {
  if (!messages.outgoing.some((message) => message.commandId === commandId)) return messages
  const outgoing = messages.outgoing.map((message) =>
    message.commandId === commandId ? { ...message, sending } : message,
  )
  return { ...messages, outgoing }
}

const failed = (label: string): SendingState => ({
  _tag: "Failed",
  label,
  mayBeSent: mayBeSent(label),
})

const isSending = ({ outgoing }: MessagesState, commandId: string): boolean =>
  outgoing.some((message) => message.commandId === commandId && message.sending._tag === "Sending")

const withoutOutgoing = (messages: MessagesState, commandId: string | undefined): MessagesState => {
  const outgoing = messages.outgoing.filter((message) => message.commandId !== commandId)
  return outgoing.length === messages.outgoing.length ? messages : { ...messages, outgoing }
}

const contentOf = ({
  message,
  attachment,
}: ClientFactOf<"CommandSent">): OutgoingMessage["content"] | null => {
  if (attachment !== undefined) return { _tag: "Picture", attachmentId: attachment }
  return message === undefined ? null : { _tag: "Text", text: message }
}

/** A message that is tried again keeps its place. */
const sent = (
  messages: MessagesState,
  fact: ClientFactOf<"CommandSent">,
  at: number,
): MessagesState => {
  const { commandId, performerId } = fact
  const content = contentOf(fact)
  if (performerId === undefined || content === null) return messages
  const sending: SendingState = { _tag: "Sending" }
  const again = withSending(messages, commandId, sending)
  if (again !== messages) return again
  const outgoing = withNewest(
    messages.outgoing,
    { commandId, performerId, at, content, sending },
    MAX_OUTGOING,
  )
  return { ...messages, outgoing }
}

const gone = () => undefined

export const messagesSlice = {
  events: {
    // The document carries its own messages over (visit-handover.ts).
    StreamReset: gone,
    LoggedOut: gone,
    PrivateMessageReceived: (messages = NOTHING_HEARD, event, { cause }) =>
      withHeard(messages, event, cause),
    PrivateMessageSent: (messages = NOTHING_HEARD, event, { cause }) =>
      withoutOutgoing(withHeard(messages, event, cause), cause),
    MessageRead: (messages = NOTHING_HEARD, event, { cause }) => withHeard(messages, event, cause),
    ConversationStateChanged: (messages = NOTHING_HEARD, event, { cause }) =>
      withHeard(messages, event, cause),
    ConversationDeleted: (messages = NOTHING_HEARD, event, { cause }) =>
      withHeard(messages, event, cause),
    PrivateMessageRefused: (messages, { label }, { cause }) =>
      messages && withSending(messages, cause, failed(label)),
    PrivateMessageUnknown: (messages, _, { cause }) =>
      messages && withSending(messages, cause, { _tag: "Unknown" }),
    ConversationChangeRefused: (messages = NOTHING_HEARD, { label }, { cause }) =>
      cause === undefined ? messages : { ...messages, refusal: { commandId: cause, label } },
  },
  facts: {
    CommandSent: (messages, fact, { at }) => {
      switch (fact.command) {
        case "SendPrivateMessage":
          return sent(messages ?? NOTHING_HEARD, fact, at)
        case "SetConversationState":
        case "DeleteConversation":
          return messages && withChanges(messages, { refusal: null })
        default:
          return messages
      }
    },
    // A retry may be answered with the position of an outcome that was told before, and shown.
    CommandAdmitted: (messages, { commandId, seq }, _, { visit }) =>
      messages !== undefined && seq <= visit.seq && isSending(messages, commandId)
        ? withSending(messages, commandId, failed("request.failed"))
        : messages,
    // What the stream said of it counts more than an answer that was lost.
    CommandFailed: (messages, { commandId, label }) =>
      messages !== undefined && isSending(messages, commandId)
        ? withSending(messages, commandId, failed(label))
        : messages,
    OwnLineDiscarded: (messages, { commandId }) => messages && withoutOutgoing(messages, commandId),
  },
} satisfies Slice<SiteState["messages"]>

export const messagesOf = ({ messages }: SiteState): MessagesState => messages ?? NOTHING_HEARD
