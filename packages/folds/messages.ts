/**
 * A member's private messages: what was heard of their conversations in this stream, and this document's own messages
 * that are not known to be sent. What stands in a conversation is the answer of a query with what was heard since
 * (apps/web/features/messenger).
 *
 * Invariants: one message of this document is in `outgoing` until its `PrivateMessageSent` is heard, and then in
 * `heard` alone; what is heard is counted without a gap, so that who asks knows what the answer holds already.
 */
import { NO_ANSWER } from "@foldcast/contracts/commands/no-answer"
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
  stream: 0,
  heardCount: 0,
  heard: [],
  outgoing: [],
  refusal: null,
}

const UNANSWERED: SendingState = { _tag: "Failed", label: NO_ANSWER, mayBeSent: true }

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

/**
 * What was heard before is in what is asked for from now on. Own messages stay: nothing that was typed is lost. The
 * outcome of those under way went with the stream.
 */
const inNewStream = (messages: MessagesState): MessagesState => ({
  ...NOTHING_HEARD,
  stream: messages.stream + 1,
  outgoing: messages.outgoing.map((message) =>
    message.sending._tag === "Failed" ? message : { ...message, sending: UNANSWERED },
  ),
})

/** Nothing of one member is another's. */
const forgotten = ({ stream }: MessagesState): MessagesState => ({
  ...NOTHING_HEARD,
  stream: stream + 1,
})

export const messagesSlice = {
  events: {
    StreamReset: (messages) => messages && inNewStream(messages),
    LoggedOut: (messages) => messages && forgotten(messages),
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
      messages && withSending(messages, cause, { _tag: "Failed", label, mayBeSent: false }),
    PrivateMessageUnknown: (messages, _, { cause }) =>
      messages && withSending(messages, cause, { _tag: "Unknown" }),
    ConversationChangeRefused: (messages = NOTHING_HEARD, { conversationId, label }) => ({
      ...messages,
      refusal: { conversationId, label },
    }),
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
    CommandFailed: (messages, { commandId, label }) =>
      messages &&
      withSending(messages, commandId, { _tag: "Failed", label, mayBeSent: label === NO_ANSWER }),
    OwnLineDiscarded: (messages, { commandId }) => messages && withoutOutgoing(messages, commandId),
  },
} satisfies Slice<SiteState["messages"]>

export const messagesOf = ({ messages }: SiteState): MessagesState => messages ?? NOTHING_HEARD
