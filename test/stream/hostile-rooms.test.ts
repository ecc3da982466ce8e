/**
 * What a chat service and its viewers may send at their worst: frames of any name and shape, and messages in every
 * script. Drawn at random; what is not understood ends nothing, and what is typed is text.
 */
import { randomUUID } from "node:crypto"
import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { CHAT_EXAMPLES } from "@foldcast/backend/provider-states/chat-examples"
import { CHAT_EVENT_NAMES } from "@foldcast/contracts/upstream/chat-socket"
import { AccountScene } from "../support/account-scene.ts"
import type { Computer } from "../support/computers.ts"
import { join, RoomScene } from "../support/room-scene.ts"
import { ScriptedChat } from "../support/scripted-chat.ts"

const FULL = process.env["PROOF"] === "full"

/** A known event's payload with one of its parts replaced by anything. */
const spoiled = fc
  .tuple(fc.constantFrom(...CHAT_EVENT_NAMES), fc.jsonValue(), fc.nat())
  .map(([name, anything, place]): readonly [string, unknown] => {
    const payload: Readonly<Record<string, unknown>> = CHAT_EXAMPLES[name]
    const keys = Object.keys(payload)
    const key = keys[place % Math.max(1, keys.length)]
    return [name, key === undefined ? anything : { ...payload, [key]: anything }]
  })
  // What ends the room, or the connection, is told elsewhere.
  .filter(([name]) => !["room-closed", "keep-alive", "kick", "chat-stopped"].includes(name))
const madeUp = fc.tuple(fc.string({ minLength: 1, maxLength: 40 }), fc.jsonValue())
const frame = fc.oneof(spoiled, madeUp)

describe("a room's connection", () => {
  let chat: ScriptedChat
  let scene: AccountScene
  beforeAll(async () => {
    chat = await ScriptedChat.start()
    scene = await AccountScene.start(chat.environment)
  })
  afterAll(async () => {
    await scene.stop()
    await chat.close()
  })

  it("goes on whatever its service tells, and hands on nothing that no browser could read", async () => {
    const performerId = "room-hostile"
    const guest = await scene.computers.guest()
    await guest.ask(join(performerId))
    const heard = (id: string) => () =>
      guest.stream.events.some(({ event }) => event["messageId"] === id)
    await fc.assert(
      fc.asyncProperty(fc.array(frame, { minLength: 20, maxLength: 60 }), async (frames) => {
        for (const [name, payload] of frames) chat.tell(performerId, name, payload)
        const id = randomUUID()
        const said = { id, from: "viewer", message: "verder", messageType: "member" }
        chat.tell(performerId, "message", { ...said, recipient: "room" })
        // The reader decodes every frame by the contract: one that it could not read would end the test.
        await guest.stream.until(heard(id))
      }),
      { numRuns: FULL ? 1_000 : 25 },
    )
    expect(guest.heard("SourceInterrupted")).toBe(0)
  })
})

describe("what is typed", () => {
  let scene: RoomScene
  beforeAll(async () => {
    scene = await RoomScene.start()
  })
  afterAll(() => scene.stop())

  const WRITTEN = [
    "<img src=x onerror=alert(1)><b>vet</b>",
    "https://elsewhere.example/?a=1&b=2",
    "שלום עולם مرحبا بالعالم",
    "e\u0301\u0302\u0303 ก็็็็ Z̷̛a̶l̴g̵o̶",
    "👩‍👩‍👧‍👦🏳️‍🌈👍🏽".repeat(8),
    "😀".repeat(125),
    "日本語とひらがな",
    "\u202Eomgekeerd\u202C",
    "{{constructor}} ${7*7} '; DROP TABLE rooms; --",
  ]

  it("is told to all as the text that it is, in every script", async () => {
    const performerId = await scene.performer()
    const guest = await scene.watching(performerId)
    const told = async (author: Computer, message: string) => {
      const own = await author.ask({
        _tag: "SendRoomMessage",
        performerId,
        message,
        messageType: "room",
      })
      expect(own.event._tag).toBe("RoomMessageReceived")
      const same = () => guest.stream.events.find(({ id }) => id === own.id)
      await guest.stream.until(() => same() !== undefined)
      expect(same()?.event).toEqual(own.event)
      return String(own.event["message"])
    }
    for (const message of WRITTEN) {
      // A session writes only so often.
      const author = await scene.watching(performerId, await scene.member(300))
      const text = await told(author, message)
      expect(text).toBe(message.replaceAll(/[\u202C\u202E]/gu, "").normalize("NFC"))
    }
  })

  it("is refused where it is longer than a message, or nothing that shows", async () => {
    const performerId = await scene.performer()
    const author = await scene.watching(performerId, await scene.member(300))
    for (const message of ["😀".repeat(126), "x".repeat(251), " \u200f ", "\u0000"]) {
      const { event } = await author.ask({
        _tag: "SendRoomMessage",
        performerId,
        message,
        messageType: "room",
      })
      expect(event._tag).toBe("RoomMessageRefused")
    }
  })
})
