/**
 * Figures of private messages that the browser, the gateway and the messenger's service share, without schemas, so
 * that a page can name them without shipping a decoder.
 */

/** Characters of a text. Source: MSG-21. */
export const MAX_MESSAGE_CHARACTERS = 255
/** Bytes of a picture as it is sent. Source: MSG-57. */
export const MAX_ATTACHMENT_BYTES = 5_242_880
/** Messages on a page of a conversation. Source: API-053. */
export const MESSAGES_PER_PAGE = 20
/** Performers on a page of suggestions. Source: API-060. */
export const SUGGESTIONS_PER_PAGE = 10

/** What the list of conversations can be narrowed to; the first is the default. Source: MSG-04, MSG-05. */
export const CONVERSATION_FILTERS = [
  "all",
  "unanswered",
  "answered",
  "favourites",
  "models",
] as const
export type ConversationFilter = (typeof CONVERSATION_FILTERS)[number]
/** The first is the default. Source: MSG-07. */
export const CONVERSATION_SORTS = ["lastInteraction", "favoritedYou"] as const
export type ConversationSort = (typeof CONVERSATION_SORTS)[number]
/** The filters under which the list shows suggestions. Source: MSG-06. */
export const SUGGESTION_TYPES = ["favourites", "models"] as const
export type SuggestionType = (typeof SUGGESTION_TYPES)[number]
/** Source: MSG-28. Deleting has a call of its own. */
export const CONVERSATION_STATES = ["read", "unread", "archived", "favourite", "bubble"] as const
export type ConversationState = (typeof CONVERSATION_STATES)[number]
