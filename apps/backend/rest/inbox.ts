/** A member's inbox: conversations, messages, what is unread, and whom to write to. */
import { Effect, Schema } from "effect"
import {
  CONVERSATION_FILTERS,
  CONVERSATION_SORTS,
  MESSAGES_PER_PAGE,
  SUGGESTION_TYPES,
  SUGGESTIONS_PER_PAGE,
} from "@foldcast/contracts/private-message"
import { DoneAnswer } from "@foldcast/contracts/upstream/member-api"
import {
  InboxConversationAnswer,
  InboxDeleteRequest,
  InboxListAnswer,
  InboxSendAnswer,
  InboxSendRequest,
  InboxSentAnswer,
  InboxState,
  InboxStateRequest,
  InboxSuggestionsAnswer,
  InboxUnreadAnswer,
  MAX_MESSAGES_ON_PAGE,
  MessageKey,
} from "@foldcast/contracts/upstream/messenger-api"
import { SqlDatabase } from "../db/database.ts"
import { badRequest, notFound, Refused } from "../http/refused.ts"
import { wholeNumberIn } from "../http/whole-number.ts"
import { attachmentPicture } from "../messenger/attachment-picture.ts"
import { changeConversation, deleteForMember } from "../messenger/change-conversation.ts"
import { conversationsOf, countUnread } from "../messenger/conversation-store.ts"
import { conversationAnswer, writtenToAnswer } from "../messenger/message-rows.ts"
import { writtenText } from "../messenger/message-text.ts"
import { pictureFor } from "../messenger/message-store.ts"
import { readByMember, readConversation } from "../messenger/read-messages.ts"
import { sendAsMember, sentBefore, sentOrClosed } from "../messenger/send-message.ts"
import { suggestionsFor } from "../messenger/suggestions.ts"
import { memberCall, memberFileCall, NoBody } from "./call.ts"
import { routesOf } from "./routes.ts"

const MAX_ON_PAGE = 100
const MAX_PAGE = 10_000

/** A whole number of the query; anything else is refused. */
const wholeOf = Effect.fnUntraced(function* (
  query: URLSearchParams,
  name: string,
  { fallback, atLeast, atMost }: { fallback: number; atLeast: number; atMost: number },
) {
  const value = wholeNumberIn(query, name, atLeast, atMost)
  return value === undefined ? yield* badRequest(name) : (value ?? fallback)
})

const pageOf = Effect.fnUntraced(function* (
  query: URLSearchParams,
  { perPage, atMost }: { perPage: number; atMost: number },
) {
  const page = yield* wholeOf(query, "page", { fallback: 0, atLeast: 0, atMost: MAX_PAGE })
  const limit = yield* wholeOf(query, "limit", { fallback: perPage, atLeast: 1, atMost })
  return { page, limit }
})

/** The listed word that the query names; the first one where it names none. */
const wordOf = Effect.fnUntraced(function* <const Word extends string>(
  query: URLSearchParams,
  name: string,
  words: readonly [Word, ...ReadonlyArray<Word>],
) {
  const text = query.get(name)
  if (text === null || text === "") return words[0]
  return words.find((word) => word === text) ?? (yield* badRequest(name))
})

const usernameOf = (query: URLSearchParams) => (query.get("username") ?? "").slice(0, 64)

/** The rows of a page, of which one more was read to know whether there is another. */
const pageAnswer = <Row>(rows: ReadonlyArray<Row>, page: number, limit: number) => ({
  rows: rows.slice(0, limit),
  nextPage: rows.length > limit ? page + 1 : null,
})

const getList = memberCall({
  body: NoBody,
  answer: InboxListAnswer,
  handle: Effect.fnUntraced(function* ({ id }, { query }) {
    const filter = yield* wordOf(query, "filter", CONVERSATION_FILTERS)
    const sort = yield* wordOf(query, "sort", CONVERSATION_SORTS)
    const { page, limit } = yield* pageOf(query, { perPage: MAX_ON_PAGE, atMost: MAX_ON_PAGE })
    const wanted = { filter, sort, username: usernameOf(query), page, limit }
    const { rows, nextPage } = pageAnswer(
      yield* conversationsOf(yield* SqlDatabase, id, wanted),
      page,
      limit,
    )
    return { conversations: rows.map((row) => conversationAnswer(row, id)), nextPage }
  }),
})

const getConversation = memberCall({
  body: NoBody,
  answer: InboxConversationAnswer,
  handle: Effect.fnUntraced(function* (member, { id, query }) {
    const wanted = { perPage: MESSAGES_PER_PAGE, atMost: MAX_MESSAGES_ON_PAGE }
    return yield* readConversation(member.id, id, yield* pageOf(query, wanted))
  }),
})

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/u

/** Pictures wait for their turn already. */
const PICTURES_WAIT = new Refused({ status: 503, label: "unavailable", retryAfterSeconds: 5 })

/** What the request says, as it is kept. */
const bodyOf = Effect.fnUntraced(function* (request: typeof InboxSendRequest.Type) {
  if ("message" in request) {
    const content = writtenText(request.message)
    return content === null ? yield* badRequest("message") : { _tag: "Text" as const, content }
  }
  if (!BASE64.test(request.attachment)) return yield* badRequest("image-not-allowed")
  const picture = yield* attachmentPicture(Buffer.from(request.attachment, "base64")).pipe(
    Effect.catch((fault) => (fault === "busy" ? Effect.fail(PICTURES_WAIT) : badRequest(fault))),
  )
  return { _tag: "Picture" as const, picture }
})

const postMessage = memberCall({
  storesFor: "members",
  body: InboxSendRequest,
  answer: InboxSendAnswer,
  handle: Effect.fnUntraced(function* (member, { id, body }) {
    const performerId = String(body.performerId)
    if (performerId !== id) return yield* badRequest("performerId")
    const pair = { memberId: member.id, performerId }
    const before = "attachment" in body ? yield* sentBefore(pair, body.key) : null
    return before ?? (yield* sendAsMember(pair, body.key, yield* bodyOf(body)))
  }),
})

const isKey = Schema.is(MessageKey)
const getSent = memberCall({
  storesFor: "members",
  body: NoBody,
  answer: InboxSentAnswer,
  handle: (member, { id }) => (isKey(id) ? sentOrClosed(member.id, id) : badRequest("key")),
})

const getUnread = memberCall({
  body: NoBody,
  answer: InboxUnreadAnswer,
  handle: Effect.fnUntraced(function* ({ id }) {
    return { unread: yield* countUnread(yield* SqlDatabase, id) }
  }),
})

const putRead = memberCall({
  storesFor: "members",
  body: NoBody,
  answer: DoneAnswer,
  handle: (member, { id }) => Effect.as(readByMember(member.id, id), {}),
})

const isState = Schema.is(InboxState)
const putState = memberCall({
  storesFor: "members",
  body: InboxStateRequest,
  answer: DoneAnswer,
  handle: Effect.fnUntraced(function* (member, { id: state, body }) {
    if (!isState(state)) return yield* notFound()
    const { id, on: isOn = true } = body
    yield* changeConversation({ memberId: member.id, id: String(id), state, isOn })
    return {}
  }),
})

const deleteConversation = memberCall({
  body: InboxDeleteRequest,
  answer: DoneAnswer,
  handle: (member, { body }) => Effect.as(deleteForMember(member.id, String(body.id)), {}),
})

const getSuggestions = memberCall({
  body: NoBody,
  answer: InboxSuggestionsAnswer,
  handle: Effect.fnUntraced(function* (member, { id, query }) {
    const type = SUGGESTION_TYPES.find((one) => one === id)
    if (type === undefined) return yield* notFound()
    const { page, limit } = yield* pageOf(query, {
      perPage: SUGGESTIONS_PER_PAGE,
      atMost: MAX_ON_PAGE,
    })
    const wanted = { type, username: usernameOf(query), page, limit }
    const { rows, nextPage } = pageAnswer(
      yield* suggestionsFor(yield* SqlDatabase, member.id, wanted),
      page,
      limit,
    )
    return { suggestions: rows.map(writtenToAnswer), nextPage }
  }),
})

/** A picture of one of the member's conversations; anybody else's is as missing as one that never was. */
const getAttachment = memberFileCall(
  Effect.fnUntraced(function* ({ id: memberId }, id) {
    const jpeg = yield* pictureFor(yield* SqlDatabase, id, memberId)
    if (jpeg === null) return yield* notFound()
    return new Response(jpeg, {
      headers: {
        "Content-Type": "image/jpeg",
        "Cache-Control": "private, no-store",
        "X-Content-Type-Options": "nosniff",
      },
    })
  }),
)

export const inboxRoutes = routesOf({
  "GET /inbox/list": getList,
  "GET /inbox/count-unread": getUnread,
  "GET /inbox/attachment/:id": getAttachment,
  "GET /inbox/sent/:id": getSent,
  "GET /inbox/suggestion-list/:id": getSuggestions,
  "PUT /inbox/message/read/:id": putRead,
  "PUT /inbox/state/delete": deleteConversation,
  "PUT /inbox/state/:id": putState,
  "GET /inbox/:id": getConversation,
  "POST /inbox/:id": postMessage,
})
