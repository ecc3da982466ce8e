/** Conversations as a gateway answers and tells of them, for the tests of whatever shows messages. */
import type { Command } from "@foldcast/contracts/commands/command"
import type {
  ConversationAnswer,
  ConversationItem,
  PrivateMessage,
  WrittenTo,
} from "@foldcast/contracts/queries/conversations"
import type { EventOf } from "@foldcast/contracts/stream/event"
import { NOW, type QueryAnswer } from "./scripted-gateway.fixture.ts"

/** What the member is addressed with. */
export const ME = "member-1"
const MINUTE_MS = 60_000

export const writtenTo = (
  performerId: string,
  username: string,
  more: Partial<WrittenTo> = {},
): WrittenTo => ({
  id: performerId,
  messagingId: performerId,
  userid: performerId,
  username,
  avatar: null,
  location: null,
  age: 27,
  isOnline: true,
  ...more,
})

/** The n-th message of a conversation, a minute after the one before; the last of a hundred is a minute old. */
export const message = (
  n: number,
  by: "member" | "performer",
  performerId: string,
  more: Partial<PrivateMessage> = {},
): PrivateMessage => ({
  id: `pm-${String(n).padStart(6, "0")}`,
  text: `Line ${String(n)}`,
  createdAt: NOW + (n - 101) * MINUTE_MS,
  receiver: by === "member" ? performerId : ME,
  read: true,
  ...more,
})

export const item = (
  id: string,
  other: WrittenTo,
  newest: PrivateMessage,
  more: Partial<ConversationItem> = {},
): ConversationItem => ({
  id,
  createdAt: NOW - 10_000 * MINUTE_MS,
  updatedAt: newest.createdAt,
  self: { id: ME, messagingId: ME, avatar: null },
  other,
  isBubble: false,
  unread: 0,
  archived: false,
  deleted: false,
  favorite: false,
  message: newest,
  ...more,
})

export interface ScriptedConversation {
  readonly item: ConversationItem
  /** Oldest first. */
  readonly messages: ReadonlyArray<PrivateMessage>
  readonly mayWrite?: boolean
}

const pageOf = ({ item: about, messages, mayWrite = true }: ScriptedConversation, url: URL) => {
  const page = Number(url.searchParams.get("page") ?? 0)
  const limit = Number(url.searchParams.get("limit") ?? 20)
  const end = Math.max(0, messages.length - page * limit)
  const start = Math.max(0, end - limit)
  const answer: ConversationAnswer = {
    id: about.id,
    other: { id: about.other.userid, username: about.other.username },
    messages: messages.slice(start, end),
    nextPage: start > 0 ? page + 1 : null,
    unread: about.unread,
    deleted: false,
    updatedAt: about.updatedAt,
    mayWrite,
  }
  return { body: answer }
}

/** Answers as the messenger's queries do; undefined: it is another query. */
export const conversationAnswers =
  (conversations: () => ReadonlyArray<ScriptedConversation>) =>
  (url: URL): QueryAnswer | undefined => {
    if (url.pathname === "/api/conversations") {
      const name = url.searchParams.get("username") ?? ""
      const items = conversations()
        .map(({ item: one }) => one)
        .filter(({ other }) => other.username.toLowerCase().includes(name.toLowerCase()))
      return { body: { conversations: items, nextPage: null } }
    }
    const [, id] = /^\/api\/conversations\/([^/]+)$/u.exec(url.pathname) ?? []
    if (id === undefined) return undefined
    const found = conversations().find(({ item: one }) => one.id === decodeURIComponent(id))
    return found === undefined
      ? { status: 404, body: { label: "request.notFound", reference: "ref" } }
      : pageOf(found, url)
  }

const told = ({ id, text, attachment, createdAt, receiver }: PrivateMessage) => ({
  messageId: id,
  receiver,
  sentAt: createdAt,
  ...(text !== undefined && { text }),
  ...(attachment !== undefined && { attachment }),
})

export const received = (
  conversationId: string,
  one: PrivateMessage,
): EventOf<"PrivateMessageReceived"> => ({
  _tag: "PrivateMessageReceived",
  conversationId,
  message: told(one),
})

export const sent = (
  conversationId: string,
  performerId: string,
  one: PrivateMessage,
): EventOf<"PrivateMessageSent"> => ({
  _tag: "PrivateMessageSent",
  performerId,
  conversationId,
  message: told(one),
})

/** The service takes what is seen as read. */
export const takesAsRead = (command: Command): ReadonlyArray<EventOf<"MessageRead">> | undefined =>
  command._tag === "MarkMessageRead"
    ? [
        {
          _tag: "MessageRead",
          conversationId: command.conversationId,
          messageId: command.messageId,
          reader: "member",
        },
      ]
    : undefined
