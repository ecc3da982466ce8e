/**
 * The member's conversations as resources with hand-written readers (contracts, queries/conversations). In the log they
 * stand without whom one writes with and without a hash, which would tell it. Pure.
 */
import { isPerformerId } from "@foldcast/contracts/performer-id"
import {
  type ConversationFilter,
  type ConversationSort,
  MESSAGES_PER_PAGE,
  type SuggestionType,
} from "@foldcast/contracts/private-message"
import type {
  ConversationAnswer,
  ConversationItem,
  ConversationsAnswer,
  PrivateMessage,
  SuggestionsAnswer,
  WrittenTo,
} from "@foldcast/contracts/queries/conversations"
import type { Resource } from "../../runtime/queries.ts"
import {
  type Is,
  isFlag,
  isNumber,
  isText,
  orAbsent,
  orNull,
  reader,
  readList,
  readRecord,
} from "../performers/answer-checks.ts"

const isId: Is<string> = (value): value is string => isText(value) && isPerformerId(value)

const isMessage: Is<PrivateMessage> = readRecord<PrivateMessage>({
  id: isText,
  text: orAbsent(isText),
  attachment: orAbsent(
    readRecord<NonNullable<PrivateMessage["attachment"]>>({
      attachmentId: isText,
      width: orAbsent(isNumber),
      height: orAbsent(isNumber),
    }),
  ),
  createdAt: isNumber,
  receiver: isText,
  read: isFlag,
})

const PARTY = { id: isText, messagingId: isText, avatar: orNull(isText) }

const isWrittenTo: Is<WrittenTo> = readRecord<WrittenTo>({
  ...PARTY,
  userid: isId,
  username: isText,
  location: orNull(isText),
  age: orNull(isNumber),
  isOnline: isFlag,
})

const isItem: Is<ConversationItem> = readRecord<ConversationItem>({
  id: isText,
  createdAt: isNumber,
  updatedAt: isNumber,
  self: readRecord<ConversationItem["self"]>(PARTY),
  other: isWrittenTo,
  isBubble: isFlag,
  unread: isNumber,
  archived: isFlag,
  deleted: isFlag,
  favorite: isFlag,
  message: isMessage,
})

export const readConversations = reader(
  readRecord<ConversationsAnswer>({
    conversations: readList(isItem),
    nextPage: orNull(isNumber),
  }),
)
export const readConversation = reader(
  readRecord<ConversationAnswer>({
    id: isText,
    other: readRecord<ConversationAnswer["other"]>({ id: isId, username: isText }),
    messages: readList(isMessage),
    nextPage: orNull(isNumber),
    unread: isNumber,
    deleted: isFlag,
    updatedAt: isNumber,
    mayWrite: isFlag,
  }),
)
export const readSuggestions = reader(
  readRecord<SuggestionsAnswer>({
    suggestions: readList(isWrittenTo),
    nextPage: orNull(isNumber),
  }),
)

export interface ListAsked {
  readonly filter: ConversationFilter
  readonly sort: ConversationSort
  /** Narrows the list to names that hold it; empty: all. */
  readonly username: string
}

const LIST = "/api/conversations"
const SUGGESTIONS = "/api/suggestions"

const withQuery = (path: string, query: Readonly<Record<string, string>>): string => {
  const given = Object.entries(query).filter(([, value]) => value !== "")
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`
}

export const conversationsPage = (
  { filter, sort, username }: ListAsked,
  page: number,
): Resource<ConversationsAnswer> => ({
  path: withQuery(LIST, { filter, sort, page: String(page), username }),
  read: readConversations,
  key: LIST,
})

/** `pages`: how many pages of the usual size in one; above 1 only page 0 is asked for. Source: API-053, API-054. */
export const conversationPage = (
  id: string,
  page: number,
  pages = 1,
): Resource<ConversationAnswer> => ({
  path: withQuery(`${LIST}/${encodeURIComponent(id)}`, {
    page: String(page),
    limit: String(pages * MESSAGES_PER_PAGE),
  }),
  read: readConversation,
  key: `${LIST}/id`,
})

export const suggestionsPage = (
  type: SuggestionType,
  username: string,
): Resource<SuggestionsAnswer> => ({
  path: withQuery(`${SUGGESTIONS}/${type}`, { username }),
  read: readSuggestions,
  key: `${SUGGESTIONS}/${type}`,
})

/** The address of a message's picture, and of an upload of one's own. */
export const attachmentAddress = (attachmentId: string): string =>
  `/api/attachments/${encodeURIComponent(attachmentId)}`
