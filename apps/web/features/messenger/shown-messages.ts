/**
 * What a conversation shows: what was loaded of it, what was heard since, and own messages under way. Pure.
 *
 * Invariants: each message stands once, whether it came by an answer, by an event, or was written here; an own message
 * keeps its key from the press on, so that its element stays; nothing is shown as read that was not delivered.
 */
import type { PrivateMessage } from "@foldcast/contracts/queries/conversations"
import type { EventOf } from "@foldcast/contracts/stream/event"
import type {
  HeardOfConversation,
  MessagesState,
  OutgoingMessage,
  SendingState,
} from "@foldcast/folds/site-state"
import { compareMessages, type ConversationHistory } from "./conversation-history.ts"

/** Source: MSG-13, MSG-26. The rest of `SendingState` is of a message that is not sent. */
export type MessageStatus = SendingState["_tag"] | "Sent" | "Delivered" | "Read"

export interface ShownMessage {
  readonly key: string
  /** Null while it is not known. */
  readonly id: string | null
  readonly isOwn: boolean
  /** Milliseconds. */
  readonly at: number
  readonly text: string | null
  readonly picture: {
    readonly attachmentId: string
    readonly width: number | null
    readonly height: number | null
  } | null
  /** Of an own message. */
  readonly status: MessageStatus
  /** Of another's: whether the member has read it. */
  readonly isRead: boolean
  /** Of an own message that is not sent. */
  readonly outgoing: OutgoingMessage | null
}

export interface ConversationNow {
  /** Null for a conversation that does not exist yet. */
  readonly conversationId: string | null
  readonly performerId: string
  /** Undefined while nothing is loaded. */
  readonly history: ConversationHistory | undefined
  readonly messages: MessagesState
  /** In which what is in `messages` was heard. */
  readonly visit: string | undefined
  /** Whether a message with this receiver is the member's own. */
  readonly isOwn: (receiver: string) => boolean
}

interface Known extends PrivateMessage {
  readonly isDelivered: boolean
}

const fromEvent = (
  { messageId, receiver, text, attachment, sentAt }: EventOf<"PrivateMessageReceived">["message"],
  isDelivered: boolean,
): Known => ({
  id: messageId,
  receiver,
  createdAt: sentAt,
  read: false,
  isDelivered,
  ...(text !== undefined && { text }),
  ...(attachment !== undefined && { attachment }),
})

const isOf =
  (conversationId: string | null) =>
  ({ event }: HeardOfConversation): boolean =>
    event.conversationId === conversationId

/** Whether the answer was asked for before this was heard: then it may not hold it. */
const isNewer = (
  { n }: HeardOfConversation,
  history: ConversationHistory | undefined,
  visit: string | undefined,
): boolean =>
  history === undefined || history.askedAt.visit !== visit || n > history.askedAt.heardCount

/** An answer may be older than what was heard, and newer: it is joined message by message. */
const withHeard = (
  known: Map<string, Known>,
  { event }: HeardOfConversation,
): Map<string, Known> => {
  switch (event._tag) {
    case "PrivateMessageReceived":
    case "PrivateMessageSent": {
      const isEcho = event._tag === "PrivateMessageReceived"
      const there = known.get(event.message.messageId)
      if (there === undefined) known.set(event.message.messageId, fromEvent(event.message, isEcho))
      else if (isEcho && !there.isDelivered) known.set(there.id, { ...there, isDelivered: true })
      return known
    }
    case "ConversationDeleted":
      return new Map()
    case "MessageRead":
    case "ConversationStateChanged":
      return known
  }
}

/** Who has read a message has read those before it. */
const withRead = (
  ordered: ReadonlyArray<Known>,
  heard: ReadonlyArray<HeardOfConversation>,
  isOwn: ConversationNow["isOwn"],
): ReadonlyArray<Known> => {
  const readIds = { member: new Set<string>(), performer: new Set<string>() }
  for (const { event } of heard) {
    if (event._tag === "MessageRead") readIds[event.reader].add(event.messageId)
  }
  const isReadFrom = { own: false, others: false }
  return ordered
    .toReversed()
    .map((message) => {
      const own = isOwn(message.receiver)
      const whose = own ? "own" : "others"
      const ids = own ? readIds.performer : readIds.member
      isReadFrom[whose] ||= message.read || ids.has(message.id)
      return isReadFrom[whose] && !message.read ? { ...message, read: true } : message
    })
    .toReversed()
}

/** Clocks of service and gateway differ by less. */
const CLOCKS_MS = 30_000

/** A message that nobody answered arrives soon, or not at all. */
const LATE_MS = 120_000

const mayBeThere = ({ sending }: OutgoingMessage): boolean =>
  sending._tag !== "Failed" || sending.mayBeSent

const isSameContent = ({ content }: OutgoingMessage, message: Known): boolean =>
  content._tag === "Text" ? message.text === content.text : message.attachment !== undefined

/** The own messages that are there already, though nobody has said yet that they were sent: an event was faster. */
const arrived = (
  outgoing: ReadonlyArray<OutgoingMessage>,
  ordered: ReadonlyArray<Known>,
  causes: ReadonlyMap<string, string>,
  isOwn: ConversationNow["isOwn"],
): ReadonlyMap<string, string> => {
  const free = ordered.filter(({ id, receiver }) => isOwn(receiver) && !causes.has(id))
  const found = new Map<string, string>()
  for (const own of outgoing.filter(mayBeThere)) {
    const index = free.findIndex(
      (message) =>
        message.createdAt >= own.at - CLOCKS_MS &&
        (own.sending._tag !== "Failed" || message.createdAt <= own.at + LATE_MS) &&
        isSameContent(own, message),
    )
    const [message] = index === -1 ? [] : free.splice(index, 1)
    if (message !== undefined) found.set(message.id, own.commandId)
  }
  return found
}

const statusOf = ({ read, isDelivered }: Known): MessageStatus =>
  read ? "Read" : isDelivered ? "Delivered" : "Sent"

const shown = (message: Known, key: string, isOwn: boolean): ShownMessage => ({
  key,
  id: message.id,
  isOwn,
  at: message.createdAt,
  text: message.text ?? null,
  picture: message.attachment
    ? {
        attachmentId: message.attachment.attachmentId,
        width: message.attachment.width ?? null,
        height: message.attachment.height ?? null,
      }
    : null,
  status: statusOf(message),
  isRead: message.read,
  outgoing: null,
})

const underWay = (own: OutgoingMessage): ShownMessage => ({
  key: own.commandId,
  id: null,
  isOwn: true,
  at: own.at,
  text: own.content._tag === "Text" ? own.content.text : null,
  picture:
    own.content._tag === "Picture"
      ? { attachmentId: own.content.attachmentId, width: null, height: null }
      : null,
  status: own.sending._tag,
  isRead: true,
  outgoing: own,
})

/** Oldest first; own messages under way are the last. */
export const shownMessages = ({
  conversationId,
  performerId,
  history,
  messages,
  visit,
  isOwn,
}: ConversationNow): ReadonlyArray<ShownMessage> => {
  const heard = messages.heard.filter(isOf(conversationId))
  let known = new Map<string, Known>(
    (history?.messages ?? []).map((message) => [message.id, { ...message, isDelivered: true }]),
  )
  for (const one of heard) {
    if (isNewer(one, history, visit)) known = withHeard(known, one)
  }
  const ordered = withRead([...known.values()].toSorted(compareMessages), heard, isOwn)
  const causes = new Map(
    heard.flatMap(({ event, cause }) =>
      event._tag === "PrivateMessageSent" && cause !== null
        ? [[event.message.messageId, cause]]
        : [],
    ),
  )
  const outgoing = messages.outgoing.filter((own) => own.performerId === performerId)
  const there = arrived(outgoing, ordered, causes, isOwn)
  const keys = new Map([...causes, ...there])
  const hidden = new Set(there.values())
  return [
    ...ordered.map((message) =>
      shown(message, keys.get(message.id) ?? message.id, isOwn(message.receiver)),
    ),
    ...outgoing.filter(({ commandId }) => !hidden.has(commandId)).map(underWay),
  ]
}

/** Whether it was deleted, and nothing came in it since (MSG-31). */
export const isConversationDeleted = (
  { heard }: Pick<MessagesState, "heard">,
  conversationId: string,
): boolean => {
  const last = heard.findLast(
    ({ event }) =>
      event.conversationId === conversationId &&
      (event._tag === "ConversationDeleted" ||
        event._tag === "PrivateMessageReceived" ||
        event._tag === "PrivateMessageSent"),
  )
  return last?.event._tag === "ConversationDeleted"
}

/** The conversation that a first message began (MSG-32); null before, and once it is deleted. */
export const conversationBegun = (
  messages: Pick<MessagesState, "heard">,
  performerId: string,
): string | null => {
  const found = messages.heard.findLast(
    ({ event }) => event._tag === "PrivateMessageSent" && event.performerId === performerId,
  )
  const id = found?.event.conversationId ?? null
  return id === null || isConversationDeleted(messages, id) ? null : id
}
