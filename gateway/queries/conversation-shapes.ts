/** Maps what the messenger's service answers to the browser's form (contracts/queries/conversations.ts). Pure. */
import type {
  ConversationAnswer,
  ConversationItem,
  ConversationsAnswer,
  SuggestionsAnswer,
  WrittenTo,
} from "@foldcast/contracts/queries/conversations"
import type {
  MessengerApiBody,
  UpstreamConversationItem,
} from "@foldcast/contracts/upstream/messenger-api"
import { isOnline, statusOf } from "@foldcast/rules/performer-status"
import { privateMessage } from "../normalise/private-messages.ts"
import { pictureAddress } from "../performers/media-path.ts"
import { ageOn, type Showing } from "../performers/performer-shapes.ts"

const party = (
  told: Pick<UpstreamConversationItem["owner"], "id" | "messagingId" | "avatar">,
  { hosts }: Showing,
) => ({
  id: String(told.id),
  messagingId: String(told.messagingId),
  avatar: told.avatar === null ? null : pictureAddress(told.avatar, hosts),
})

const writtenTo = (told: UpstreamConversationItem["participant"], showing: Showing): WrittenTo => ({
  ...party(told, showing),
  userid: String(told.userid),
  username: told.username,
  location: told.location ?? null,
  age: told.dateOfBirth === undefined ? null : ageOn(told.dateOfBirth, showing.today),
  isOnline: isOnline(statusOf(told)),
})

const item = (told: UpstreamConversationItem, showing: Showing): ConversationItem => ({
  id: String(told.id),
  createdAt: Date.parse(told.createdAt),
  updatedAt: Date.parse(told.updatedAt),
  self: party(told.owner, showing),
  other: writtenTo(told.participant, showing),
  isBubble: told.isBubble,
  unread: told.unread,
  archived: told.archived,
  deleted: told.deleted,
  favorite: told.favorite,
  message: privateMessage(told.message),
})

export const conversationsAnswer = (
  { conversations, nextPage }: MessengerApiBody<"GET /inbox/list">,
  showing: Showing,
): ConversationsAnswer => ({
  conversations: conversations.map((told) => item(told, showing)),
  nextPage,
})

/** A service that does not say whether the member may write is asked by writing. */
export const conversationAnswer = ({
  id,
  other,
  messages,
  nextPage,
  unread,
  deleted,
  updatedAt,
  mayWrite = true,
}: MessengerApiBody<"GET /inbox/{id}">): ConversationAnswer => ({
  id: String(id),
  other: { id: String(other.id), username: other.username },
  messages: messages.map(privateMessage),
  nextPage,
  unread,
  deleted,
  updatedAt: Date.parse(updatedAt),
  mayWrite,
})

export const suggestionsAnswer = (
  { suggestions, nextPage }: MessengerApiBody<"GET /inbox/suggestion-list/{id}">,
  showing: Showing,
): SuggestionsAnswer => ({
  suggestions: suggestions.map((told) => writtenTo(told, showing)),
  nextPage,
})
