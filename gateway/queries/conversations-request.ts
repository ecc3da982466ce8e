/** Parses the query of the member's conversations; an invalid part refuses the request with its name. Pure. */
import { Result } from "effect"
import {
  CONVERSATION_FILTERS,
  CONVERSATION_SORTS,
  MESSAGES_PER_PAGE,
  SUGGESTIONS_PER_PAGE,
} from "@foldcast/contracts/private-message"
import { MAX_MESSAGES_ON_PAGE } from "@foldcast/contracts/upstream/messenger-api"
import { type Read, unreadable, wholeNumber } from "../http/query-values.ts"

/** As the upstream is asked. */
export type AskedQuery = Readonly<Record<string, string>>

const MAX_PAGE = 10_000
const MAX_ON_PAGE = 100
const MAX_NAME = 64

const pageIn = (
  query: URLSearchParams,
  { perPage, most }: { readonly perPage: number; readonly most: number },
): Read<{ readonly page: string; readonly limit: string }> =>
  Result.gen(function* () {
    const page = yield* wholeNumber(query, "page", { otherwise: 0, least: 0, most: MAX_PAGE })
    const limit = yield* wholeNumber(query, "limit", { otherwise: perPage, least: 1, most })
    return { page: String(page), limit: String(limit) }
  })

/** The first word where none is named. */
const wordIn = (
  query: URLSearchParams,
  field: string,
  words: readonly [string, ...ReadonlyArray<string>],
): Read<string> => {
  const text = query.get(field) ?? words[0]
  return words.includes(text) ? Result.succeed(text) : unreadable(field)
}

/** Nothing is asked for where nothing was typed. */
const usernameIn = (query: URLSearchParams): Read<{ readonly username?: string }> => {
  const username = (query.get("username") ?? "").trim()
  if (username === "") return Result.succeed({})
  return username.length <= MAX_NAME && username.isWellFormed()
    ? Result.succeed({ username })
    : unreadable("username")
}

export const readConversationsRequest = (query: URLSearchParams): Read<AskedQuery> =>
  Result.gen(function* () {
    const filter = yield* wordIn(query, "filter", CONVERSATION_FILTERS)
    const sort = yield* wordIn(query, "sort", CONVERSATION_SORTS)
    const username = yield* usernameIn(query)
    const page = yield* pageIn(query, { perPage: MAX_ON_PAGE, most: MAX_ON_PAGE })
    return { filter, sort, ...username, ...page }
  })

export const readConversationRequest = (query: URLSearchParams): Read<AskedQuery> =>
  pageIn(query, { perPage: MESSAGES_PER_PAGE, most: MAX_MESSAGES_ON_PAGE })

export const readSuggestionsRequest = (query: URLSearchParams): Read<AskedQuery> =>
  Result.gen(function* () {
    const username = yield* usernameIn(query)
    const page = yield* pageIn(query, { perPage: SUGGESTIONS_PER_PAGE, most: MAX_ON_PAGE })
    return { ...username, ...page }
  })
