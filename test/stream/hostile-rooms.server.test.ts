/**
 * The worst that a chat service and its viewers may send: frames of any name and shape, and messages in every
 * script. Inputs are random; unknown frames end nothing, and typed text stays text.
 */
import { randomUUID } from "node:crypto"
import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { CHAT_EXAMPLES } from "@foldcast/backend/provider-states/chat-examples"
import { CHAT_EVENT_NAMES } from "@foldcast/contracts/upstream/chat-socket"
import { AccountScene } from "../support/account-scene.ts"
import type { Command } from "@foldcast/contracts/commands/command"
import type { TestTab } from "../support/test-tabs.ts"
import { TestBrowser } from "../support/member-browser.ts"
import { join, RoomScene } from "../support/room-scene.ts"
import { ScriptedChat } from "../support/scripted-chat.ts"
import { UNLIMITED_RATES } from "../support/unlimited-rates.ts"

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
  // Events that end the room or the connection have tests elsewhere.
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

  it("is followed by the next one where it breaks off, also while the room is being entered over it", async () => {
    const performerId = "room-that-breaks-off"
    const guest = await scene.tabs.guest()
    await guest.ask(join(performerId))
    const gate = Promise.withResolvers<void>()
    const late = { status: 200, body: chat.entered("cs-late"), after: gate.promise }
    chat.script("PUT /chat/set-lobby", late)
    chat.breakOff(performerId)
    await chat.heard("PUT /chat/set-lobby", 2)
    chat.breakOff(performerId)
    await expect.poll(() => guest.heard("SourceInterrupted")).toBe(2)
    gate.resolve()
    await guest.stream.event("SourceRestored")
    await guest.ask({ _tag: "LeaveRoom", performerId })
    expect(guest.heard("RoomJoined")).toBe(2)
    expect(guest.heard("RoomLeft")).toBe(1)
    expect(chat.all("PUT /chat/set-lobby")).toHaveLength(3)
  })

  it("delivers to a viewer who was just let in what was said of their session, in order", async () => {
    const performerId = "room-that-talks-at-the-door"
    const guest = await scene.tabs.guest()
    const gate = Promise.withResolvers<void>()
    const answer = { ...chat.entered("cs-door"), freeSecondsLeft: 900 }
    chat.script("PUT /chat/set-lobby", { status: 200, body: answer, after: gate.promise })
    const joined = guest.ask(join(performerId))
    await chat.heard("PUT /chat/set-lobby", chat.all("PUT /chat/set-lobby").length + 1)
    // Starts before the answer and goes on until long after the room was entered.
    for (let seconds = 600; seconds > 0; seconds -= 1) {
      const data = { seconds, isRunning: seconds % 2 === 0 }
      chat.tell(performerId, "custom", { session: "cs-door", name: "free-time", data })
      if (seconds === 550) gate.resolve()
      await new Promise((resolve) => setImmediate(resolve))
    }
    await joined
    const told = () =>
      guest.stream.events.flatMap(({ event }) =>
        event._tag === "FreeTimeChanged" ? [event["secondsLeft"]] : [],
      )
    await expect.poll(() => told().length).toBe(600)
    expect(told()).toEqual(Array.from({ length: 600 }, (_, index) => 600 - index))
    await guest.ask({ _tag: "LeaveRoom", performerId })
  })

  it("goes on whatever its service sends, and passes on nothing that a browser could not read", async () => {
    const performerId = "room-hostile"
    const guest = await scene.tabs.guest()
    await guest.ask(join(performerId))
    const heard = (id: string) => () =>
      guest.stream.events.some(({ event }) => event["messageId"] === id)
    await fc.assert(
      fc.asyncProperty(fc.array(frame, { minLength: 20, maxLength: 60 }), async (frames) => {
        for (const [name, payload] of frames) chat.tell(performerId, name, payload)
        const id = randomUUID()
        const said = { id, from: "viewer", message: "verder", messageType: "member" }
        chat.tell(performerId, "message", { ...said, recipient: "room" })
        // The reader decodes every frame by the contract: an unreadable one would fail the test.
        await guest.stream.until(heard(id))
      }),
      { numRuns: FULL ? 1_000 : 25 },
    )
    expect(guest.heard("SourceInterrupted")).toBe(0)
  })
})

describe("a message that is typed", () => {
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

  it("is delivered to all as the same text, in every script, of 250 characters at most [CHAT-38]", async () => {
    const performerId = await scene.performer()
    const guest = await scene.watching(performerId)
    const told = async (author: TestTab, message: string) => {
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
      // A session has a rate limit for messages.
      const author = await scene.watching(performerId, await scene.member(300))
      const text = await told(author, message)
      expect(text).toBe(message.replaceAll(/[\u202C\u202E]/gu, "").normalize("NFC"))
    }
  })

  it("is refused where it is longer than a message, or shows nothing", async () => {
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

/** Visits that send commands as fast as they are accepted; nobody reads their streams until the end. */
const CROWD = FULL ? 100 : 20
const TURNS = FULL ? 100 : 10

describe("a crowd that joins and leaves without a pause", () => {
  let scene: RoomScene
  beforeAll(async () => {
    scene = await RoomScene.start({ environment: UNLIMITED_RATES, isKilled: true })
  })
  afterAll(() => scene.stop())

  it("is answered each time, leaves nobody behind, and disturbs nobody who stays", async () => {
    const performerId = await scene.performer()
    const stays = await scene.watching(performerId)
    const author = await scene.watching(performerId, await scene.member(300))
    const crowd = await Promise.all(
      Array.from({ length: CROWD }, async () => {
        const browser = new TestBrowser(scene.gateway.url)
        return { browser, visit: (await browser.page()).visit }
      }),
    )
    const leave: Command = { _tag: "LeaveRoom", performerId }
    const began = performance.now()
    const turns = crowd.map(async ({ browser, visit }) => {
      for (let turn = 0; turn < TURNS; turn += 1) {
        for (const command of [join(performerId), leave]) {
          expect(await browser.command(visit, command)).toMatchObject({ status: 202 })
        }
      }
    })
    const message = { performerId, message: "rustig hier", messageType: "room" } as const
    const said = await author.ask({ _tag: "SendRoomMessage", ...message })
    expect(said.event._tag).toBe("RoomMessageReceived")
    await stays.stream.until(() => stays.stream.events.some(({ id }) => id === said.id))
    await Promise.all(turns)
    const seconds = (performance.now() - began) / 1_000
    console.log(`${((2 * CROWD * TURNS) / seconds).toFixed(0)} joins and leaves a second`)

    for (const { browser, visit } of crowd) {
      const stream = await scene.attach(browser, { visit })
      const count = (tag: string) => stream.tags.filter((other) => other === tag).length
      await stream.until(() => count("RoomLeft") === TURNS)
      expect(count("RoomJoined")).toBe(TURNS)
      stream.close()
    }
    expect(stays.heard("RoomLeft") + stays.heard("SourceInterrupted")).toBe(0)
    const newcomer = await scene.watching(performerId)
    const listed = () =>
      newcomer.stream.events.find(({ event }) => event._tag === "RoomMembersListed")
    await newcomer.stream.until(() => listed() !== undefined)
    // The first viewer, the author and the last one to enter.
    expect(listed()?.event).toMatchObject({ count: 3 })
  })
})
