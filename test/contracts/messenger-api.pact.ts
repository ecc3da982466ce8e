/**
 * What the gateway needs of the messenger's service: the inbox of a member, whom the token alone names. Written through
 * the gateway's own adapter; verified by `npx foldcast verify messenger-api`.
 */
import { fileURLToPath } from "node:url"
import { Pact } from "@pact-foundation/pact"
import { Effect, Layer, Redacted, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { UpstreamPerformerId, UpstreamRefusal } from "@foldcast/contracts/upstream/member-api"
import {
  InboxDeleteRequest,
  InboxStateRequest,
  MESSENGER_API_ANSWERS,
  MessageKey,
  NOT_INVOLVED_LABEL,
} from "@foldcast/contracts/upstream/messenger-api"
import { MessagePictures } from "@foldcast/gateway/upstream/message-pictures"
import { MessengerApi } from "@foldcast/gateway/upstream/messenger-api"
import { matcherOf } from "@foldcast/verify/matchers"
import { MEMBER_TOKEN, pactCalls } from "./http-call.ts"
import { pactFolder } from "./pact-folder.ts"
import { providerAt, SURROUNDINGS } from "./provider-service.ts"
import { fromState } from "./state-expressions.ts"

const PROVIDER = "messenger-api"
const KEY = "the-key-of-the-gateway"
const { answer, refusal } = pactCalls({
  provider: PROVIDER,
  answers: MESSENGER_API_ANSWERS,
  send: (config, request) =>
    MessengerApi.use((api) => api.call(request)).pipe(
      Effect.provide(MessengerApi.layer(config).pipe(Layer.provide(SURROUNDINGS))),
    ),
})

const asMember = { token: Redacted.make(MEMBER_TOKEN), lang: "nl", noNude: false } as const
const asGuest = { lang: "nl", noNude: false } as const
const page = { page: "0", limit: "20" }
const all = { filter: "all", sort: "lastInteraction", page: "0", limit: "100" }
const conversation = [{ state: "a conversation" }] as const

const AT = "2026-11-24T12:00:00.000Z"
const message = { id: "pm_1", content: "Hello", createdAt: AT, receiver: "m_1", read: false }
const written = { ...message, receiver: "p_1" }
const { content: _, ...unseen } = message
const pictured = { ...unseen, attachment: { url: "/inbox/attachment/pic_1" } }
const performer = {
  id: "p_1",
  messagingId: "p_1",
  userid: "p_1",
  username: "Sanne",
  avatar: "/media/p_1/snapshots/1.jpg",
  dateOfBirth: "1998-04-30",
  onlineStatus: 1,
}
const item = {
  id: "cv_1",
  createdAt: AT,
  updatedAt: AT,
  owner: { id: "m_1", messagingId: "m_1", userid: "m_1", avatar: null },
  participant: performer,
  isBubble: false,
  unread: 1,
  archived: false,
  deleted: false,
  favorite: false,
  message,
}
const whole = {
  id: "cv_1",
  other: { id: "p_1", username: "Sanne" },
  messages: [message],
  nextPage: null,
  unread: 1,
  deleted: false,
  updatedAt: AT,
}

describe("the gateway reads a member's inbox", () => {
  it("as a list of conversations [API-051] [API-052]", async () => {
    const outcome = await answer({
      description: "the conversations of a member",
      given: conversation,
      request: { ...asMember, call: "GET /inbox/list", query: all },
      example: { conversations: [item], nextPage: null },
    })
    expect(outcome).toMatchObject({ body: { conversations: [{ id: "cv_1" }] } })
  })

  it("by a filter, the other order and a part of a name", async () => {
    const query = { ...all, filter: "unanswered", sort: "favoritedYou" }
    const outcome = await answer({
      description: "conversations that are filtered",
      given: conversation,
      request: {
        ...asMember,
        call: "GET /inbox/list",
        query: { ...query, username: "Sanne" },
      },
      queryFromState: { username: "username" },
      example: { conversations: [item], nextPage: null },
    })
    expect(outcome._tag).toBe("Answered")
  })

  it("and one of them, a page at a time [API-053]", async () => {
    const outcome = await answer({
      description: "a conversation",
      given: conversation,
      request: { ...asMember, call: "GET /inbox/{id}", id: "cv_1", query: page },
      idFromState: "conversationId",
      example: whole,
    })
    expect(outcome).toMatchObject({ body: { messages: [{ content: "Hello" }] } })
  })

  it("with the first of more pages", async () => {
    const outcome = await answer({
      description: "a page of a conversation that goes on",
      given: conversation,
      request: {
        ...asMember,
        call: "GET /inbox/{id}",
        id: "cv_1",
        query: { ...page, limit: "1" },
      },
      idFromState: "conversationId",
      example: { ...whole, nextPage: 1 },
    })
    expect(outcome).toMatchObject({ body: { nextPage: 1 } })
  })

  it("with the picture of a message, named by its address", async () => {
    const outcome = await answer({
      description: "a conversation with a picture",
      given: [{ state: "a conversation with a picture" }],
      request: {
        ...asMember,
        call: "GET /inbox/{id}",
        id: "cv_1",
        query: { ...page, limit: "1" },
      },
      idFromState: "conversationId",
      example: { ...whole, messages: [pictured], nextPage: 1 },
    })
    expect(outcome).toMatchObject({ body: { messages: [{ attachment: {} }] } })
  })

  it("and finds none that never was", async () => {
    const outcome = await refusal({
      description: "a conversation that never was",
      given: [{ state: "a logged-in member" }],
      request: { ...asMember, call: "GET /inbox/{id}", id: "cv_never", query: page },
      status: 404,
      refusal: { label: "notFound" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", status: 404 })
  })

  it("by the number that is unread [API-056]", async () => {
    const outcome = await answer({
      description: "how many messages are unread",
      given: conversation,
      request: { ...asMember, call: "GET /inbox/count-unread" },
      example: { unread: 1 },
    })
    expect(outcome).toMatchObject({ body: { unread: 1 } })
  })

  it("and whom to write to [API-060]", async () => {
    const outcome = await answer({
      description: "favourites to write to",
      given: [{ state: "a favourite" }],
      request: {
        ...asMember,
        call: "GET /inbox/suggestion-list/{id}",
        id: "favourites",
        query: { page: "0", limit: "10" },
      },
      example: { suggestions: [performer], nextPage: null },
    })
    expect(outcome).toMatchObject({ body: { suggestions: [{ userid: "p_1" }] } })
  })

  it("for members alone", async () => {
    const outcome = await refusal({
      description: "the inbox of a guest",
      given: [{ state: "a guest" }],
      request: { ...asGuest, call: "GET /inbox/list", query: all },
      status: 401,
      refusal: { label: "unauthorized" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", status: 401 })
  })
})

describe("the gateway sends a member's message", () => {
  const address = { performerId: "p_1", key: "a-key-of-the-message" }
  const Addressed = { performerId: UpstreamPerformerId, key: MessageKey }
  const TextRequest = Schema.Struct({ ...Addressed, message: Schema.String })
  const PictureRequest = Schema.Struct({ ...Addressed, attachment: Schema.String })
  /** A JPEG of 8 by 8. */
  const JPEG =
    "/9j/2wBDABAQEBAREBIUFBIZGxgbGSUiHx8iJTgoKygrKDhVNT41NT41VUtbSkVKW0uHal5eaoecg3yDnL2pqb3u4u7/////2wBDARAQEBAREBIUFBIZGxgbGSUiHx8iJTgoKygrKDhVNT41NT41VUtbSkVKW0uHal5eaoecg3yDnL2pqb3u4u7/////wgARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAVAQEBAAAAAAAAAAAAAAAAAAAEBf/aAAwDAQACEAMQAAAAnCkX/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPwB//8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAgBAgEBPwB//8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAgBAwEBPwB//9k="

  it("as a text, by the messaging id of the performer [API-055]", async () => {
    const outcome = await answer({
      description: "a text that is sent",
      given: conversation,
      request: {
        ...asMember,
        call: "POST /inbox/{id}",
        id: "p_1",
        body: { ...address, message: "Hello" },
      },
      idFromState: "messagingId",
      bodySchema: TextRequest,
      bodyFromState: { performerId: "performerId" },
      example: { conversationId: "cv_1", message: written },
    })
    expect(outcome).toMatchObject({ body: { conversationId: "cv_1" } })
  })

  it("as a picture [API-055]", async () => {
    const outcome = await answer({
      description: "a picture that is sent",
      given: conversation,
      request: {
        ...asMember,
        call: "POST /inbox/{id}",
        id: "p_1",
        body: { ...address, attachment: JPEG },
      },
      idFromState: "messagingId",
      bodySchema: PictureRequest,
      bodyFromState: { performerId: "performerId" },
      example: { conversationId: "cv_1", message: { ...pictured, receiver: "p_1" } },
    })
    expect(outcome).toMatchObject({ body: { message: { receiver: "p_1" } } })
  })

  it("as the first to a performer, by the performer's id", async () => {
    const outcome = await answer({
      description: "a first message to a performer",
      given: [{ state: "a performer" }, { state: "a logged-in member", params: { credits: 500 } }],
      request: {
        ...asMember,
        call: "POST /inbox/{id}",
        id: "p_1",
        body: { ...address, message: "Hello" },
      },
      idFromState: "performerId",
      bodySchema: TextRequest,
      bodyFromState: { performerId: "performerId" },
      example: { conversationId: "cv_1", message: written },
    })
    expect(outcome._tag).toBe("Answered")
  })

  it("and is refused one that the credits do not pay for", async () => {
    const outcome = await refusal({
      description: "a message without the credits for it",
      given: [{ state: "a performer" }, { state: "a logged-in member", params: { credits: 0 } }],
      request: {
        ...asMember,
        call: "POST /inbox/{id}",
        id: "p_1",
        body: { ...address, message: "Hello" },
      },
      idFromState: "performerId",
      bodySchema: TextRequest,
      bodyFromState: { performerId: "performerId" },
      refusal: { label: "badRequest.deduct.credits.amount" },
    })
    expect(outcome).toMatchObject({ label: "badRequest.deduct.credits.amount" })
  })

  it("and is refused a picture that is no JPEG", async () => {
    const outcome = await refusal({
      description: "a picture that is none",
      given: conversation,
      request: {
        ...asMember,
        call: "POST /inbox/{id}",
        id: "p_1",
        body: { ...address, attachment: "bm8gSlBFRw==" },
      },
      idFromState: "messagingId",
      bodySchema: PictureRequest,
      bodyFromState: { performerId: "performerId" },
      refusal: { label: "badRequest.image-not-allowed" },
    })
    expect(outcome).toMatchObject({ label: "badRequest.image-not-allowed" })
  })

  it("and is told what became of one whose answer was lost", async () => {
    const outcome = await answer({
      description: "what became of a message that was sent",
      given: conversation,
      request: { ...asMember, call: "GET /inbox/sent/{id}", id: "a-key-of-the-message" },
      idFromState: "key",
      example: { state: "sent", conversationId: "cv_1", message: written },
    })
    expect(outcome).toMatchObject({ body: { state: "sent" } })
  })

  it("and of one that never arrived", async () => {
    const outcome = await answer({
      description: "what became of a message that never arrived",
      given: conversation,
      request: { ...asMember, call: "GET /inbox/sent/{id}", id: "a-key-of-nothing" },
      example: { state: "notSent" },
    })
    expect(outcome).toMatchObject({ body: { state: "notSent" } })
  })
})

describe("the gateway changes a member's conversation", () => {
  it("by a message that was seen [API-057]", async () => {
    const outcome = await answer({
      description: "a message that was seen",
      given: conversation,
      request: { ...asMember, call: "PUT /inbox/message/read/{id}", id: "pm_1" },
      idFromState: "messageId",
      example: {},
    })
    expect(outcome._tag).toBe("Answered")
  })

  it("and is refused a message that is between others", async () => {
    const outcome = await refusal({
      description: "a message of nobody that was seen",
      given: [{ state: "a logged-in member" }],
      request: { ...asMember, call: "PUT /inbox/message/read/{id}", id: "pm_never" },
      status: 400,
      refusal: { label: NOT_INVOLVED_LABEL },
    })
    expect(outcome).toMatchObject({ label: NOT_INVOLVED_LABEL })
  })

  it.each([
    ["given", true],
    ["taken back", false],
  ])("by a state that is %s [API-058]", async (how, on) => {
    const outcome = await answer({
      description: `a state of a conversation that is ${how}`,
      given: conversation,
      request: {
        ...asMember,
        call: "PUT /inbox/state/{id}",
        id: "favourite",
        body: { id: "cv_1", on },
      },
      bodySchema: InboxStateRequest,
      bodyFromState: { id: "conversationId" },
      example: {},
    })
    expect(outcome._tag).toBe("Answered")
  })

  it("by deleting it [API-059]", async () => {
    const outcome = await answer({
      description: "a conversation that is deleted",
      given: conversation,
      request: { ...asMember, call: "PUT /inbox/state/delete", body: { id: "cv_1" } },
      bodySchema: InboxDeleteRequest,
      bodyFromState: { id: "conversationId" },
      example: {},
    })
    expect(outcome._tag).toBe("Answered")
  })
})

describe("the gateway gets the picture of a message", () => {
  const JPEG_FILE = fileURLToPath(new URL("still.jpg", import.meta.url))
  const pact = new Pact({
    consumer: "gateway",
    provider: PROVIDER,
    dir: pactFolder,
    logLevel: "error",
  })
  const asking = (description: string, path: string) =>
    pact
      .addInteraction()
      .given("a conversation with a picture")
      .uponReceiving(description)
      .withRequest("GET", path, (builder) => {
        builder.query({ lang: "nl" })
        builder.headers({
          Accept: "image/jpeg",
          "X-Api-Key": fromState("${apiKey}", KEY) as string,
          Authorization: fromState("Bearer ${token}", `Bearer ${MEMBER_TOKEN}`) as string,
        })
      })
  const ask = (baseUrl: string, id: string) =>
    MessagePictures.use((pictures) => pictures.ask({ id, token: asMember.token, lang: "nl" })).pipe(
      Effect.provide(
        MessagePictures.layer(providerAt(baseUrl, KEY)).pipe(Layer.provide(SURROUNDINGS)),
      ),
      Effect.runPromise,
    )

  it("as a JPEG", async () => {
    const path = fromState("/inbox/attachment/${attachmentId}", "/inbox/attachment/pic_1")
    const outcome = await asking("the picture of a message", path as string)
      .willRespondWith(200, (builder) => {
        builder.binaryFile("image/jpeg", JPEG_FILE)
      })
      .executeTest(({ url }) => ask(url, "pic_1"))
    expect(outcome?._tag).toBe("Answered")
  })

  it("and none that is in no conversation of the member's", async () => {
    const outcome = await asking("a picture of nobody's", "/inbox/attachment/pic_never")
      .willRespondWith(404, (builder) => {
        builder.jsonBody(matcherOf(UpstreamRefusal, { label: "notFound" }))
      })
      .executeTest(({ url }) => ask(url, "pic_never"))
    expect(outcome).toMatchObject({ _tag: "Refused", status: 404 })
  })
})
