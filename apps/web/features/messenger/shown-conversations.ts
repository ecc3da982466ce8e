/**
 * What the list of conversations shows: what was loaded of it, and what was heard since. Pure.
 *
 * Invariant: what was heard twice, or stands in the answer already, counts once.
 */
import type { ConversationState } from "@foldcast/contracts/private-message"
import type { ConversationItem } from "@foldcast/contracts/queries/conversations"
import type { EventOf } from "@foldcast/contracts/stream/event"
import type { HeardOfConversation, MessagesState } from "@foldcast/folds/site-state"
import type { AskedAt } from "./conversation-history.ts"
import { compareMessages } from "./conversation-history.ts"

export interface LoadedList {
  readonly items: ReadonlyArray<ConversationItem>
  readonly pages: number
  readonly hasMore: boolean
  readonly askedAt: AskedAt
}

type Written = EventOf<"PrivateMessageReceived"> | EventOf<"PrivateMessageSent">

const withMessage = (item: ConversationItem, { message }: Written): ConversationItem => {
  const { messageId: id, receiver, text, attachment, sentAt: createdAt } = message
  // The list holds it already, or a later one.
  if (compareMessages({ id, createdAt }, item.message) <= 0) return item
  const isOwn = receiver === item.other.messagingId
  return {
    ...item,
    updatedAt: createdAt,
    unread: isOwn ? item.unread : item.unread + 1,
    message: {
      id,
      receiver,
      createdAt,
      read: false,
      ...(text !== undefined && { text }),
      ...(attachment !== undefined && { attachment }),
    },
  }
}

/** A message that was read before the newest one: how many are unread is asked for. */
const withRead = (
  item: ConversationItem,
  { messageId, reader }: EventOf<"MessageRead">,
): ConversationItem => {
  const isNewest = item.message.id === messageId
  const isOwn = item.message.receiver === item.other.messagingId
  if (reader === "performer") {
    return isNewest && isOwn ? { ...item, message: { ...item.message, read: true } } : item
  }
  return isNewest || isOwn ? { ...item, unread: 0 } : item
}

const WITH_STATE: Readonly<
  Record<ConversationState, (item: ConversationItem, isOn: boolean) => ConversationItem>
> = {
  archived: (item, archived) => ({ ...item, archived }),
  favourite: (item, favorite) => ({ ...item, favorite }),
  bubble: (item, isBubble) => ({ ...item, isBubble }),
  read: (item, isOn) => (isOn ? { ...item, unread: 0 } : item),
  unread: (item, isOn) => ({ ...item, unread: isOn ? Math.max(1, item.unread) : 0 }),
}

const withEvent = (
  item: ConversationItem,
  { event }: HeardOfConversation,
): ConversationItem | null => {
  switch (event._tag) {
    case "PrivateMessageReceived":
    case "PrivateMessageSent":
      return withMessage(item, event)
    case "MessageRead":
      return withRead(item, event)
    case "ConversationStateChanged":
      return WITH_STATE[event.state](item, event.isOn)
    case "ConversationDeleted":
      return null
  }
}

/** What was heard, and in which visit. */
export type Heard = Pick<MessagesState, "heard"> & { readonly visit: string | undefined }

/** What the answer may not hold yet. */
const heardSince = (
  { heard, visit }: Heard,
  askedAt: AskedAt,
): ReadonlyArray<HeardOfConversation> =>
  askedAt.visit === visit ? heard.filter(({ n }) => n > askedAt.heardCount) : heard

/** The last interaction first; another order is the service's (MSG-07, MSG-35). */
export const shownConversations = (
  { items, askedAt }: Pick<LoadedList, "items" | "askedAt">,
  messages: Heard,
  isByTime: boolean,
): ReadonlyArray<ConversationItem> => {
  const byId = new Map(items.map((item) => [item.id, item]))
  for (const one of heardSince(messages, askedAt)) {
    const item = byId.get(one.event.conversationId)
    if (item === undefined) continue
    const next = withEvent(item, one)
    if (next === null) byId.delete(item.id)
    else byId.set(item.id, next)
  }
  const shown = [...byId.values()]
  return isByTime ? shown.toSorted((a, b) => b.updatedAt - a.updatedAt) : shown
}

/** Whether a message came for a conversation that neither the list holds nor this member has just begun (MSG-34). */
export const hasUnknown = (
  { items, askedAt }: Pick<LoadedList, "items" | "askedAt">,
  messages: Heard,
): boolean => {
  const heard = heardSince(messages, askedAt)
  const ids = new Set(items.map(({ id }) => id))
  for (const { event } of heard) {
    if (event._tag === "PrivateMessageSent") ids.add(event.conversationId)
  }
  return heard.some(
    ({ event }) => event._tag === "PrivateMessageReceived" && !ids.has(event.conversationId),
  )
}
