/**
 * Figures of private messages that the browser, the gateway and the messenger's service share, without schemas, so
 * that a page can name them without shipping a decoder.
 */

/** Characters of a text. */
export const MAX_MESSAGE_CHARACTERS = 255
/** Characters of a text that the service tells: of one written under another rule, too. */
export const MAX_TOLD_CHARACTERS = 1_000
/** Bytes of a picture as it is sent. */
export const MAX_ATTACHMENT_BYTES = 5_242_880
/** Messages on a page of a conversation. */
export const MESSAGES_PER_PAGE = 20
/** Performers on a page of suggestions. */
export const SUGGESTIONS_PER_PAGE = 10

/** What the list of conversations can be narrowed to; the first is the default. */
export const CONVERSATION_FILTERS = [
  "all",
  "unanswered",
  "answered",
  "favourites",
  "models",
] as const
export type ConversationFilter = (typeof CONVERSATION_FILTERS)[number]
/** The first is the default. */
export const CONVERSATION_SORTS = ["lastInteraction", "favoritedYou"] as const
export type ConversationSort = (typeof CONVERSATION_SORTS)[number]
/** The filters under which the list shows suggestions. */
export const SUGGESTION_TYPES = ["favourites", "models"] as const
export type SuggestionType = (typeof SUGGESTION_TYPES)[number]
/** Deleting has a call of its own. */
export const CONVERSATION_STATES = ["read", "unread", "archived", "favourite", "bubble"] as const
export type ConversationState = (typeof CONVERSATION_STATES)[number]
