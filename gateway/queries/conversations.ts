/**
 * The member's private messages: the list of conversations, one of them, whom to write to, and the picture of a
 * message, or of one that is still to be sent. Read from the messenger's service in the member's name, never stored.
 *
 * Invariants: what is another's is answered as what never was; bytes of pictures for slow readers are bounded; no name,
 * id or text of a conversation is logged.
 */
import { Clock, Context, Effect, Layer, Result, Schema } from "effect"
import { rateKeyOf } from "@foldcast/limits/rate-key"
import { dayOf } from "@foldcast/rules/birthday"
import { AttachmentId, ConversationId } from "@foldcast/contracts/ids"
import { SUGGESTION_TYPES } from "@foldcast/contracts/private-message"
import {
  MESSENGER_API_ANSWERS,
  type MessengerApiCall,
  NOT_INVOLVED_LABEL,
  type UpstreamPrivateMessage,
} from "@foldcast/contracts/upstream/messenger-api"
import { GatewayConfig } from "../config.ts"
import { makeAnswerProblem } from "../http/answer-problem.ts"
import { PLAIN_DOCUMENT_POLICY } from "../http/security-headers.ts"
import { InFlightBytes } from "../http/in-flight-bytes.ts"
import type { OwnerId } from "../log/visit-header.ts"
import { MessageUploads } from "../messages/message-uploads.ts"
import { picturesLost } from "../normalise/private-messages.ts"
import { pictureHosts } from "../performers/media-path.ts"
import type { SessionMember } from "../sessions/session-store.ts"
import type { CallFailure, CallOutcome } from "../upstream/frame.ts"
import { MessagePictures } from "../upstream/message-pictures.ts"
import { MessengerApi } from "../upstream/messenger-api.ts"
import { personalResponse } from "./answers.ts"
import {
  conversationAnswer,
  conversationsAnswer,
  suggestionsAnswer,
} from "./conversation-shapes.ts"
import {
  type AskedQuery,
  readConversationRequest,
  readConversationsRequest,
  readSuggestionsRequest,
} from "./conversations-request.ts"
import {
  type MemberResponse,
  type QueryRequester,
  localeOf,
  makeMemberAsking,
} from "./member-asking.ts"

/** Bytes of pictures held for slow readers; those of one address are a dozen of the largest. */
const UNDER_WAY = { all: 268_435_456, perAddress: 67_108_864 }
/** The retry delay while too many pictures are under way. */
const RETRY_AFTER_SECONDS = 1

const isConversationId = Schema.is(ConversationId)
const isAttachmentId = Schema.is(AttachmentId)
/** Words that stand in the place of an id and name another call. */
const isOtherCall = (id: string) => Object.hasOwn(MESSENGER_API_ANSWERS, `GET /inbox/${id}`)

/** There is no such thing, or it is another member's. */
const isMissing = (failure: CallFailure) =>
  failure._tag === "Refused" && (failure.status === 404 || failure.label === NOT_INVOLVED_LABEL)

const whyOf = (failure: CallFailure) =>
  failure._tag === "Refused"
    ? { outcome: failure._tag, status: failure.status, label: failure.label }
    : { outcome: failure._tag }

export interface PictureRequest {
  readonly id: string
  /** Calls `left` once, when the response is sent or the connection is closed. */
  readonly whenGone: (left: () => void) => void
}

export interface ConversationsShape {
  readonly list: (asker: QueryRequester, url: URL) => MemberResponse
  readonly one: (asker: QueryRequester, id: string, url: URL) => MemberResponse
  readonly suggestions: (asker: QueryRequester, type: string, url: URL) => MemberResponse
  readonly picture: (asker: QueryRequester, request: PictureRequest) => MemberResponse
}

const pictureResponse = (jpeg: Uint8Array): Response =>
  new Response(Uint8Array.from(jpeg), {
    headers: {
      "Content-Type": "image/jpeg",
      "Content-Length": String(jpeg.length),
      "Cache-Control": "private, no-store",
      Vary: "Cookie",
      "Content-Security-Policy": PLAIN_DOCUMENT_POLICY,
      "X-Content-Type-Options": "nosniff",
    },
  })

export class Conversations extends Context.Service<Conversations, ConversationsShape>()(
  "gateway/Conversations",
) {
  static readonly layer = Layer.effect(
    Conversations,
    Effect.gen(function* () {
      const api = yield* MessengerApi
      const pictures = yield* MessagePictures
      const uploads = yield* MessageUploads
      const hosts = pictureHosts(yield* GatewayConfig)
      const underWay = new InFlightBytes(UNDER_WAY)
      const problem = yield* makeAnswerProblem
      const { asMember } = yield* makeMemberAsking

      const ask = <Call extends MessengerApiCall>(
        asker: QueryRequester,
        { token }: SessionMember,
        asked: { readonly call: Call; readonly id?: string; readonly query: AskedQuery },
      ) => api.call<Call>({ ...asked, token, lang: localeOf(asker), noNude: false })

      const showing = Effect.map(Clock.currentTimeMillis, (now) => ({ hosts, today: dayOf(now) }))

      /** Answers what was read from the query. */
      const reading = (
        read: Result.Result<AskedQuery, { readonly field: string }>,
        answer: (query: AskedQuery) => Effect.Effect<Response>,
      ) =>
        Result.match(read, {
          onSuccess: answer,
          onFailure: ({ field }) =>
            problem("malformed", { fields: [{ field, label: "malformed" }] }),
        })

      /** What the service did not answer, and why; the log is for operators. */
      const failed = (what: string, failure: CallFailure) =>
        Effect.andThen(
          Effect.logWarning(`${what} cannot be had`, whyOf(failure)),
          problem("unavailable"),
        )

      const notingLost = (messages: ReadonlyArray<UpstreamPrivateMessage>) => {
        const lost = picturesLost(messages)
        return lost === 0
          ? Effect.void
          : Effect.logWarning("pictures of messages are at no address of the messenger's", { lost })
      }

      const list = Effect.fnUntraced(function* (
        asker: QueryRequester,
        member: SessionMember,
        query: AskedQuery,
      ) {
        const outcome = yield* ask(asker, member, { call: "GET /inbox/list", query })
        if (outcome._tag !== "Answered") return yield* failed("the list of conversations", outcome)
        yield* notingLost(outcome.body.conversations.map(({ message }) => message))
        return personalResponse(conversationsAnswer(outcome.body, yield* showing))
      })

      /** Quiet where it fails (ERR-27): the page shows an empty conversation and asks again. */
      const one = Effect.fnUntraced(function* (
        asker: QueryRequester,
        member: SessionMember,
        { id, query }: { readonly id: string; readonly query: AskedQuery },
      ) {
        const outcome = yield* ask(asker, member, { call: "GET /inbox/{id}", id, query })
        if (outcome._tag !== "Answered") {
          return yield* problem(isMissing(outcome) ? "notFound" : "unavailable")
        }
        yield* notingLost(outcome.body.messages)
        return personalResponse(conversationAnswer(outcome.body))
      })

      const suggestions = Effect.fnUntraced(function* (
        asker: QueryRequester,
        member: SessionMember,
        { type, query }: { readonly type: string; readonly query: AskedQuery },
      ) {
        const call = "GET /inbox/suggestion-list/{id}"
        const outcome = yield* ask(asker, member, { call, id: type, query })
        return outcome._tag === "Answered"
          ? personalResponse(suggestionsAnswer(outcome.body, yield* showing))
          : yield* failed("suggestions of whom to write to", outcome)
      })

      const picture = Effect.fnUntraced(function* (
        asker: QueryRequester,
        { member, owner }: { readonly member: SessionMember; readonly owner: OwnerId },
        { id, whenGone }: PictureRequest,
      ) {
        const brought = yield* uploads.find(owner, id)
        const { token } = member
        const outcome: CallOutcome<Uint8Array> =
          brought === null
            ? yield* pictures.ask({ id, token, lang: localeOf(asker) })
            : { _tag: "Answered", body: brought }
        if (outcome._tag !== "Answered") {
          return yield* problem(isMissing(outcome) ? "notFound" : "unavailable")
        }
        const leave = underWay.enter(rateKeyOf(asker.address), outcome.body.length)
        if (leave === null) {
          return yield* problem("unavailable", { retryAfterSeconds: RETRY_AFTER_SECONDS })
        }
        whenGone(leave)
        return pictureResponse(outcome.body)
      })

      return Conversations.of({
        list: (asker, { searchParams }) =>
          asMember(asker, (member) =>
            reading(readConversationsRequest(searchParams), (query) => list(asker, member, query)),
          ),
        one: (asker, id, { searchParams }) =>
          asMember(asker, (member) =>
            isConversationId(id) && !isOtherCall(id)
              ? reading(readConversationRequest(searchParams), (query) =>
                  one(asker, member, { id, query }),
                )
              : problem("notFound"),
          ),
        suggestions: (asker, type, { searchParams }) =>
          asMember(asker, (member) =>
            SUGGESTION_TYPES.some((known) => known === type)
              ? reading(readSuggestionsRequest(searchParams), (query) =>
                  suggestions(asker, member, { type, query }),
                )
              : problem("notFound"),
          ),
        picture: (asker, request) =>
          asMember(asker, (member, { owner }) =>
            isAttachmentId(request.id)
              ? picture(asker, { member, owner }, request)
              : problem("notFound"),
          ),
      })
    }),
  )
}
