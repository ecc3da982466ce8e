/** Private messages, over the calls of a whole backend, on every database. */
import { randomUUID } from "node:crypto"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { MESSAGE_PRICE } from "@foldcast/contracts/chat-rules"
import type { InboxConversationAnswer } from "@foldcast/contracts/upstream/messenger-api"
import { KEY } from "../backend.fixture.ts"
import { testRooms, type TestRooms } from "../chat/chat.fixture.ts"
import type { BackendConfigShape } from "../config.ts"

const CREDITS = 1_000

/** A JPEG whose camera was held upright: 40 by 20 as stored, 20 by 40 as seen. */
const photograph = () =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: "#4060a0" } })
    .withExif({ IFD0: { Make: "Camera of somebody", Orientation: "6" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

export const messengerConformance = (
  name: string,
  overrides: () => Partial<BackendConfigShape>,
) => {
  let rooms: TestRooms
  beforeAll(async () => {
    rooms = await testRooms(overrides())
  })
  afterAll(() => rooms.close())

  interface Pair {
    readonly token: string
    readonly memberId: string
    readonly performerId: string
  }
  const pair = async (credits = CREDITS): Promise<Pair> => {
    const { token, memberId } = await rooms.memberWith(credits)
    const { performerId } = await rooms.performer()
    return { token, memberId, performerId }
  }
  const send = (
    { token, performerId }: Omit<Pair, "memberId">,
    message: unknown,
    key: string = randomUUID(),
  ) => rooms.call("POST", `/inbox/${performerId}`, { token, body: { performerId, key, message } })
  const sendPicture = ({ token, performerId }: Pair, jpeg: Uint8Array) =>
    rooms.call("POST", `/inbox/${performerId}`, {
      token,
      body: {
        performerId,
        key: randomUUID(),
        attachment: Buffer.from(jpeg).toString("base64"),
      },
    })
  const writes = async ({ memberId, performerId }: Pair, message: string) =>
    (await rooms.enter("a performer's private message", {
      memberId,
      performerId,
      message,
    })) as unknown as { readonly conversationId: string; readonly messageId: string }
  const list = async ({ token }: Pick<Pair, "token">, query = "") =>
    (await rooms.call("GET", `/inbox/list${query}`, { token })).body["conversations"] as Array<{
      readonly id: string
      readonly unread: number
      readonly participant: { readonly userid: string }
      readonly message: { readonly content?: string }
    }>
  const read = async ({ token }: Pick<Pair, "token">, id: string, query = "") =>
    (await rooms.call("GET", `/inbox/${id}${query}`, { token }))
      .body as unknown as typeof InboxConversationAnswer.Encoded
  const unread = async ({ token }: Pick<Pair, "token">) =>
    (await rooms.call("GET", "/inbox/count-unread", { token })).body["unread"]
  const picture = async (token: string, url: string) => {
    const response = await fetch(rooms.url + url, {
      headers: { "X-Api-Key": KEY, Authorization: `Bearer ${token}` },
    })
    return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) }
  }

  describe(`a message of a member on ${name}`, () => {
    it("costs its price once, however often it is sent with its key, and answers as the first did", async () => {
      const two = await pair()
      const key = randomUUID()
      const answers = await Promise.all(Array.from({ length: 8 }, () => send(two, "Hello", key)))
      const [first] = answers
      for (const { status, body } of answers) {
        expect({ status, body }).toEqual({ status: 200, body: first?.body })
      }
      expect(await rooms.credits(two.token)).toBe(CREDITS - MESSAGE_PRICE)
      const { messages } = await read(two, String(first?.body["conversationId"]))
      expect(messages.map(({ content }) => content)).toEqual(["Hello"])
    })

    it("is refused for its key where the key stood for another performer's", async () => {
      const two = await pair()
      const key = randomUUID()
      await send(two, "Hello", key)
      const { performerId } = await rooms.performer()
      expect(await send({ ...two, performerId }, "Hello", key)).toMatchObject({
        status: 400,
        body: { label: "badRequest.key" },
      })
      expect(await list(two)).toHaveLength(1)
    })

    it("is refused whole where the credits do not reach", async () => {
      const two = await pair(MESSAGE_PRICE - 1)
      expect(await send(two, "Hello")).toMatchObject({
        status: 400,
        body: { label: "badRequest.deduct.credits.amount" },
      })
      expect(await list(two)).toEqual([])
      expect(await rooms.credits(two.token)).toBe(MESSAGE_PRICE - 1)
    })

    it("is trimmed, and is 1 to 255 characters", async () => {
      const two = await pair()
      for (const text of ["", "  \n ", "a".repeat(256), 7, null]) {
        expect((await send(two, text)).status).toBe(400)
      }
      const { body } = await send(two, ` ${"a".repeat(255)}\n`)
      expect(body["message"]).toMatchObject({ content: "a".repeat(255), receiver: two.performerId })
      expect(await rooms.credits(two.token)).toBe(CREDITS - MESSAGE_PRICE)
    })

    it("is refused to nobody, and to somebody without a log-in", async () => {
      const two = await pair()
      expect(await send({ ...two, performerId: "nobody" }, "Hello")).toMatchObject({ status: 404 })
      expect(await send({ ...two, token: "made.up.token" }, "Hello")).toMatchObject({ status: 401 })
      expect(await rooms.credits(two.token)).toBe(CREDITS)
    })

    it("is looked up by its key; one that had not arrived is never taken after that", async () => {
      const two = await pair()
      const [sent, lost] = [randomUUID(), randomUUID()]
      const { body } = await send(two, "Hello", sent)
      const ask = async (key: string) =>
        (await rooms.call("GET", `/inbox/sent/${key}`, { token: two.token })).body
      expect(await ask(sent)).toEqual({ state: "sent", ...body })
      expect(await ask(lost)).toEqual({ state: "notSent" })
      expect(await send(two, "Hello", lost)).toMatchObject({
        status: 409,
        body: { label: "badRequest.keyClosed" },
      })
      expect(await ask(lost)).toEqual({ state: "notSent" })
      expect(await rooms.credits(two.token)).toBe(CREDITS - MESSAGE_PRICE)
    })

    it("is either taken or never, where it races with the question", async () => {
      const two = await pair(20 * MESSAGE_PRICE)
      const keys = Array.from({ length: 16 }, () => randomUUID())
      const ends = await Promise.all(
        keys.map(async (key) => {
          const [{ status }, { body }] = await Promise.all([
            send(two, "Hello", key),
            rooms.call("GET", `/inbox/sent/${key}`, { token: two.token }),
          ])
          return [status === 200, body["state"] === "sent"] as const
        }),
      )
      for (const [isSent, isSaid] of ends) expect(isSaid && !isSent).toBe(false)
      const later = await Promise.all(
        keys.map((key) => rooms.call("GET", `/inbox/sent/${key}`, { token: two.token })),
      )
      expect(later.map(({ body }) => body["state"] === "sent")).toEqual(ends.map(([is]) => is))
      const taken = ends.filter(([isSent]) => isSent).length
      expect(await rooms.credits(two.token)).toBe((20 - taken) * MESSAGE_PRICE)
    })
  })

  describe(`a picture on ${name}`, () => {
    it("is turned as it was held and written anew, and is for its two people alone", async () => {
      const two = await pair()
      const { status, body } = await sendPicture(two, await photograph())
      expect(status).toBe(200)
      const { attachment } = body["message"] as {
        readonly attachment: { readonly url: string; readonly width: number }
      }
      expect(attachment).toMatchObject({ width: 20, height: 40 })
      const shown = await picture(two.token, attachment.url)
      expect(shown.status).toBe(200)
      const { exif, width, height } = await sharp(shown.bytes).metadata()
      expect({ exif, width, height }).toEqual({ exif: undefined, width: 20, height: 40 })
      const { token: other } = await rooms.memberWith(0)
      expect((await picture(other, attachment.url)).status).toBe(404)
      expect((await picture(two.token, "/inbox/attachment/pic_made_up")).status).toBe(404)
    })

    it("is judged by its content, and costs nothing where it is refused", async () => {
      const two = await pair()
      const jpeg = await photograph()
      const png = await sharp(jpeg).png().toBuffer()
      const bomb = Buffer.from(jpeg)
      const frame = bomb.indexOf(Buffer.from([0xff, 0xc0]))
      bomb.writeUInt16BE(60_000, frame + 5)
      bomb.writeUInt16BE(60_000, frame + 7)
      const faults = [
        [png, "badRequest.image-not-allowed"],
        [Buffer.from("no picture"), "badRequest.image-not-allowed"],
        [jpeg.subarray(0, jpeg.length - 40), "badRequest.image-not-allowed"],
        [bomb, "badRequest.image-too-big"],
        [Buffer.concat([jpeg, Buffer.alloc(5_242_880)]), "tooLarge"],
      ] as const
      for (const [bytes, label] of faults) {
        expect((await sendPicture(two, bytes)).body["label"]).toBe(label)
      }
      expect(await rooms.credits(two.token)).toBe(CREDITS)
      expect(await list(two)).toEqual([])
    })
  })

  describe(`a conversation on ${name}`, () => {
    it("has its messages in their order, in pages from the newest one on", async () => {
      const two = await pair(60 * MESSAGE_PRICE)
      const texts = Array.from({ length: 45 }, (_, number) => `message ${number}`)
      let id = ""
      for (const [at, text] of texts.entries()) {
        if (at % 2 === 0) id = (await writes(two, text)).conversationId
        else await send(two, text)
      }
      const pages = []
      for (let page: number | null = 0; page !== null;) {
        const answer: typeof InboxConversationAnswer.Encoded = await read(two, id, `?page=${page}`)
        pages.unshift(answer.messages.map(({ content }) => content))
        page = answer.nextPage
      }
      expect(pages.map(({ length }) => length)).toEqual([5, 20, 20])
      expect(pages.flat()).toEqual(texts)
    })

    it("is told to the member's sockets, whoever writes; the receiver says who", async () => {
      const two = await pair()
      const { heard, until, socket } = await rooms.listen(two.token)
      await writes(two, "Hello")
      await send(two, "Hello yourself")
      await until(3)
      socket.disconnect()
      const told = heard.filter(([event]) => event === "private-message")
      expect(told.map(([, { target, receiver }]) => [target, receiver])).toEqual([
        ["member", two.memberId],
        ["member", two.performerId],
      ])
      expect(heard.some(([event]) => event === "updated-credits")).toBe(true)
    })

    it("counts what is unread exactly, until it is read up to a message, and keeps being marked", async () => {
      const two = await pair()
      const first = await writes(two, "one")
      await writes(two, "two")
      expect(await unread(two)).toBe(2)
      const put = (path: string, body: unknown = {}) =>
        rooms.call("PUT", path, { token: two.token, body })
      await put(`/inbox/message/read/${first.messageId}`)
      expect(await unread(two)).toBe(1)
      await put("/inbox/state/read", { id: first.conversationId })
      expect(await unread(two)).toBe(0)
      await put("/inbox/state/unread", { id: first.conversationId })
      expect(await unread(two)).toBe(1)
      expect((await list(two))[0]?.unread).toBe(1)
      const { messages } = await read(two, first.conversationId)
      expect(messages.map((message) => message.read)).toEqual([true, true])
    })

    it("says once that the performer has read, with the newest message", async () => {
      const two = await pair()
      await send(two, "one")
      const { body } = await send(two, "two")
      const { heard, until, socket } = await rooms.listen(two.token)
      const before = heard.length
      await rooms.enter("a performer who has read", two as never)
      await rooms.enter("a performer who has read", two as never)
      await until(before + 1)
      await writes(two, "end")
      await until(before + 2)
      socket.disconnect()
      expect(heard.filter(([event]) => event === "message-read")).toEqual([
        [
          "message-read",
          {
            conversationId: body["conversationId"],
            messageId: (body["message"] as { readonly id: string }).id,
          },
        ],
      ])
    })

    it("is narrowed by who wrote last, by hearts, by who is live and by name, and comes newest first", async () => {
      const { token, memberId } = await rooms.memberWith(CREDITS)
      const others = [
        await rooms.performer(0),
        await rooms.performer(1),
        await rooms.performer(3),
      ] as const
      const [offline, live, free] = others.map(({ performerId }) => ({
        token,
        memberId,
        performerId,
      })) as [Pair, Pair, Pair]
      await writes(offline, "a")
      await send(live, "b")
      const { conversationId } = await writes(free, "c")
      const ids = async (query: string) =>
        (await list({ token }, query)).map(({ participant }) => participant.userid)
      expect(await ids("")).toEqual([free.performerId, live.performerId, offline.performerId])
      expect(await ids("?filter=unanswered")).toEqual([free.performerId, offline.performerId])
      expect(await ids("?filter=answered")).toEqual([live.performerId])
      expect(await ids("?filter=models")).toEqual([free.performerId, live.performerId])
      expect(await ids("?filter=favourites")).toEqual([])
      const state = (name: string, on?: boolean) =>
        rooms.call("PUT", `/inbox/state/${name}`, {
          token,
          body: { id: conversationId, ...(on !== undefined && { on }) },
        })
      await state("favourite")
      expect(await ids("?filter=favourites")).toEqual([free.performerId])
      expect(await ids(`?username=${others[1].username}`)).toEqual([live.performerId])
      await state("archived")
      expect(await ids("")).toEqual([live.performerId, offline.performerId])
      expect(await ids(`?username=${others[2].username}`)).toEqual([free.performerId])
      await writes(free, "d")
      expect(await ids("?limit=2")).toEqual([free.performerId, live.performerId])
      expect(await ids("?limit=2&page=1")).toEqual([offline.performerId])
      for (const query of ["?filter=none", "?sort=none", "?page=-1", "?limit=0", "?limit=x"]) {
        expect((await rooms.call("GET", `/inbox/list${query}`, { token })).status).toBe(400)
      }
    })

    it("is deleted for the member alone: what is written later stands in an empty one", async () => {
      const two = await pair()
      const { conversationId: id } = await writes(two, "one")
      await rooms.call("PUT", "/inbox/state/delete", { token: two.token, body: { id } })
      expect(await list(two)).toEqual([])
      expect(await unread(two)).toBe(0)
      expect(await read(two, id)).toMatchObject({ messages: [], deleted: true, nextPage: null })
      await writes(two, "two")
      const { messages } = await read(two, id)
      expect(messages.map(({ content }) => content)).toEqual(["two"])
      expect(await unread(two)).toBe(1)
    })

    it("is nobody else's", async () => {
      const two = await pair()
      const { conversationId: id, messageId } = await writes(two, "Hello")
      const { token } = await rooms.memberWith(CREDITS)
      expect((await rooms.call("GET", `/inbox/${id}`, { token })).status).toBe(404)
      for (const [path, body] of [
        [`/inbox/message/read/${messageId}`, {}],
        ["/inbox/state/read", { id }],
        ["/inbox/state/favourite", { id }],
        ["/inbox/state/delete", { id }],
      ] as const) {
        expect(await rooms.call("PUT", path, { token, body })).toMatchObject({
          status: 400,
          body: { label: "badRequest.notInvolved" },
        })
      }
      expect(await unread(two)).toBe(1)
    })
  })

  describe(`suggestions on ${name}`, () => {
    it("are favourites, or who is live, whom the member has not written with", async () => {
      const { token, memberId } = await rooms.memberWith(CREDITS)
      const liked = await rooms.performer(0)
      const live = await rooms.performer(1)
      const body = { performerId: liked.performerId }
      await rooms.call("POST", "/favourite", { token, body })
      const ids = async (type: string, query = "") => {
        const answer = await rooms.call("GET", `/inbox/suggestion-list/${type}${query}`, { token })
        const suggestions = answer.body["suggestions"] as ReadonlyArray<{ readonly userid: string }>
        return suggestions.map(({ userid }) => userid)
      }
      expect(await ids("favourites")).toEqual([liked.performerId])
      expect(await ids("models", `?username=${live.username}`)).toEqual([live.performerId])
      expect(await ids("models", "?limit=1")).toHaveLength(1)
      await writes({ token, memberId, performerId: live.performerId }, "Hello")
      expect(await ids("models", `?username=${live.username}`)).toEqual([])
      expect((await rooms.call("GET", "/inbox/suggestion-list/none", { token })).status).toBe(404)
    })
  })
}
