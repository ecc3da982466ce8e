/**
 * A chat service that answers late, never or with unknown content: no command waits for ever, no request is
 * repeated, and a bad frame affects nothing else.
 */
import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { AccountScene } from "../support/account-scene.ts"
import type { TestTab } from "../support/test-tabs.ts"
import { join } from "../support/room-scene.ts"
import { CHAT_KEY, ScriptedChat } from "../support/scripted-chat.ts"
import { scriptedPerformer } from "../support/scripted-performers.ts"

let chat: ScriptedChat
let scene: AccountScene
let rooms = 0
beforeAll(async () => {
  chat = await ScriptedChat.start()
  scene = await AccountScene.start({
    ...chat.environment,
    PERFORMER_SERVICE_WRITE_TIMEOUT_MS: "2000",
  })
})
afterEach(() => {
  scene.clear()
  chat.received.length = 0
})
afterAll(async () => {
  await scene.stop()
  await chat.close()
})

const newRoom = () => `room-${++rooms}`

const watching = async (performerId: string) => {
  const member = await scene.tabs.member(scene.member("anna"))
  await member.ask(join(performerId))
  return member
}

const say = (performerId: string, message = "hallo") =>
  ({ _tag: "SendRoomMessage", performerId, message, messageType: "room" }) as const

const messageFrame = (id: string, message = "hallo") => ({
  id,
  from: "viewer",
  message,
  messageType: "member",
  recipient: "room",
})

const messagesOf = ({ stream }: TestTab) =>
  stream.events.flatMap(({ event }) =>
    event._tag === "RoomMessageReceived" ? [event["message"]] : [],
  )

describe("entering a room", () => {
  it("names the viewer: a member by their token, a browser by an unrelated name [API-039]", async () => {
    const performerId = newRoom()
    const guest = await scene.tabs.guest()
    await guest.ask(join(performerId))
    const first = await chat.heard("PUT /chat/set-lobby")
    expect(first.headers).toMatchObject({ "x-api-key": CHAT_KEY, "x-client-address": "127.0.0.1" })
    expect(first.headers["authorization"]).toBeUndefined()
    expect(first.body).toMatchObject({ lobby: performerId })
    const tab = await scene.tabs.tab(guest.browser)
    await tab.ask(join(performerId))
    const second = await chat.heard("PUT /chat/set-lobby", 2)
    expect([second.body["viewer"], second.body["connection"]]).toEqual([
      first.body["viewer"],
      first.body["connection"],
    ])
    await watching(performerId)
    const third = await chat.heard("PUT /chat/set-lobby", 3)
    expect(third.headers["authorization"]).toMatch(/^Bearer /u)
    expect(third.body["viewer"]).not.toBe(first.body["viewer"])
  })

  it("is refused where it is unknown whether it was done, and asked once", async () => {
    chat.script("PUT /chat/set-lobby", "hang")
    const guest = await scene.tabs.guest()
    const { event } = await guest.ask(join(newRoom()))
    expect(event).toMatchObject({ _tag: "RoomJoinRefused", label: "outcomeUnknown" })
    expect(chat.all("PUT /chat/set-lobby")).toHaveLength(1)
  })

  it("keeps no word of a refusal that is not listed", async () => {
    chat.script("PUT /chat/set-lobby", { status: 400, body: { label: "anna@example.test" } })
    chat.script("PUT /chat/set-lobby", { status: 400, body: { label: "performerOffline" } })
    const guest = await scene.tabs.guest()
    for (const label of ["unlisted", "performerOffline"]) {
      const { event, src } = await guest.ask(join(newRoom()))
      expect([event["label"], src.from]).toEqual([label, "performer-service"])
    }
  })

  it("delivers after the join what its own session was told while the answer was on its way", async () => {
    const performerId = newRoom()
    await (await scene.tabs.guest()).ask(join(performerId))
    let answer = () => undefined as void
    const gate = new Promise<void>((resolve) => {
      answer = resolve
    })
    chat.script("PUT /chat/set-lobby", { status: 200, body: chat.entered("cs-early"), after: gate })
    const guest = await scene.tabs.guest()
    const asked = guest.ask(join(performerId))
    await chat.heard("PUT /chat/set-lobby", 2)
    const early = { session: "cs-early", ...messageFrame("m-early", "vroeg") }
    const other = await scene.tabs.guest()
    await other.ask(join(performerId))
    chat.tell(performerId, "message", early)
    chat.tell(performerId, "chat-switch", { mode: "paused" })
    await other.stream.until(() => other.heard("RoomModeSwitched") === 2)
    answer()
    await asked
    await guest.stream.until(() => messagesOf(guest).length > 0)
    expect(guest.stream.tags.slice(-4)).toEqual([
      "RoomJoined",
      "RoomModeSwitched",
      "RoomMembersListed",
      "RoomMessageReceived",
    ])
    expect((await guest.stream.event("RoomModeSwitched")).event["mode"]).toBe("paused")
    expect(chat.all("POST /chat/error")).toEqual([])
  })
})

describe("an action in a room", () => {
  it("ends as unknown where no event comes of it [CHAT-46] [API-043] [ERR-30] [ERR-34]", async () => {
    const performerId = newRoom()
    const member = await watching(performerId)
    const tip = { amount: 150, tipType: "kiss", message: "voor jou", isPublic: false } as const
    const [message, vip, stop, given] = await Promise.all([
      member.ask(say(performerId)),
      member.ask({ _tag: "RequestVip", performerId }),
      member.ask({ _tag: "StopVip", performerId }),
      member.ask({ _tag: "SendTip", performerId, ...tip }),
    ])
    expect(message.event).toMatchObject({ _tag: "RoomMessageRefused", label: "outcomeUnknown" })
    expect(vip.event).toMatchObject({ _tag: "VipRefused", label: "outcomeUnknown" })
    expect(stop.event).toMatchObject({ _tag: "VipRefused", label: "outcomeUnknown" })
    expect(given.event).toEqual({ _tag: "TipUnknown", performerId })
    expect(given.src.from).toBe("gateway")
    const acts = chat.all("POST /chat/action").map(({ body }) => body)
    expect(acts).toHaveLength(4)
    expect(acts.find(({ action }) => action === "tip")).toMatchObject({ data: tip })
    expect(scene.logged.some((line) => line.includes("a tip was not sent"))).toBe(true)
    const unstopped = () => scene.logged.filter((line) => line.includes("VIP was not stopped"))
    expect(unstopped()).toHaveLength(1)
    // A stop without a request to the service is not reported as a stop either.
    await member.ask({ _tag: "StopVip", performerId: newRoom() })
    expect(unstopped()).toHaveLength(2)
  })

  it("is confirmed by its event, though the call got no answer [API-040]", async () => {
    const performerId = newRoom()
    const member = await watching(performerId)
    chat.script("POST /chat/action", "hang")
    const commandId = randomUUID()
    const asked = member.ask(say(performerId), commandId)
    const { body } = await chat.heard("POST /chat/action")
    expect(body).toMatchObject({
      action: "message",
      data: { id: commandId, message: "hallo", messageType: "room" },
    })
    chat.tell(performerId, "message", messageFrame(commandId))
    expect(await asked).toMatchObject({ cause: commandId, src: { from: "chat-socket" } })
    expect(member.heard("RoomMessageRefused")).toBe(0)
  })

  it("is refused with the service's label, and nothing is kept [ERR-30] [ERR-34]", async () => {
    const performerId = newRoom()
    const member = await watching(performerId)
    const refusal = (label: string) => ({ status: 400, body: { label } })
    const labels = ["messageMuted", "vipNotRunning", "performerOffline"]
    chat.script("POST /chat/action", ...labels.map(refusal))
    const muted = await member.ask(say(performerId))
    expect([muted.event["label"], muted.src.from]).toEqual(["messageMuted", "performer-service"])
    const { event } = await member.ask({ _tag: "StopVip", performerId })
    expect(event).toMatchObject({ _tag: "VipRefused", label: "vipNotRunning" })
    expect(scene.logged.some((line) => line.includes("VIP was not stopped"))).toBe(true)
    const tip = { amount: 150, tipType: "kiss", message: "", isPublic: true } as const
    const refused = await member.ask({ _tag: "SendTip", performerId, ...tip })
    expect(refused.event).toMatchObject({ _tag: "TipRefused", label: "performerOffline" })
    expect(scene.logged.some((line) => line.includes("a tip was not sent"))).toBe(true)
    // A later event no longer answers the command.
    chat.tell(performerId, "message", messageFrame("of-nobody", "later"))
    await member.stream.event("RoomMessageReceived")
    expect((await member.stream.event("RoomMessageReceived")).cause).toBeUndefined()
  })

  it("that fails outside is logged too, refused or for want of the performer's name [API-049] [ERR-34]", async () => {
    const mila = scriptedPerformer("mila")
    const member = await scene.tabs.member(scene.member("anna"))
    const tip = {
      performerId: String(mila.user.id),
      amount: 150,
      message: "dag",
      isPublic: false,
    } as const
    const given = () => member.ask({ _tag: "SendTip", tipType: "kiss", ...tip })
    const isLogged = () => scene.logged.some((line) => line.includes("a tip was not sent"))
    expect((await given()).event).toMatchObject({ _tag: "TipRefused", label: "unavailable" })
    expect(isLogged()).toBe(true)
    scene.logged.length = 0
    chat.script("GET /user/find", { status: 200, body: { performers: [mila] } })
    scene.upstream.script("POST /tip", { status: 400, body: { label: "performerOffline" } })
    expect((await given()).event).toMatchObject({ _tag: "TipRefused", label: "performerOffline" })
    expect(scene.upstream.last("POST /tip").body).toMatchObject({
      username: mila.user.username,
      amount: 150,
      text: "dag",
      flag: false,
    })
    expect(isLogged()).toBe(true)
  })

  it("is not sent where it cannot be right [CHAT-38] [CHAT-39] [CHAT-48]", async () => {
    const performerId = newRoom()
    const member = await watching(performerId)
    const labelOf = async (command: Parameters<typeof member.ask>[0]) =>
      (await member.ask(command)).event["label"]
    expect(await labelOf(say(performerId, "   "))).toBe("required")
    expect(await labelOf(say(performerId, "x".repeat(251)))).toBe("tooLong")
    const name = (nickname: string) => ({ _tag: "ChangeNickname", performerId, nickname }) as const
    expect(await labelOf(name("x".repeat(15)))).toBe("tooLong")
    const tip = { _tag: "SendTip", performerId, message: "", isPublic: true } as const
    expect(await labelOf({ ...tip, amount: 50, tipType: "kiss" })).toBe("badRequest.amount")
    expect(await labelOf({ _tag: "SendToyTip", performerId, amount: 60 })).toBe("badRequest.amount")
    expect(await labelOf(say(newRoom()))).toBe("chatNotStarted")
    expect(chat.all("POST /chat/action")).toEqual([])
  })
})

describe("a player that shows nothing", () => {
  it("is reported by its visitor's own session, once for many, and is in the log [API-045] [ERR-23]", async () => {
    const performerId = newRoom()
    const guest = await scene.tabs.guest()
    await guest.ask(join(performerId))
    const report = { _tag: "ReportPlayerFailure", performerId, failure: "noConnection" } as const
    const { event, src } = await guest.ask(report)
    expect(event).toEqual({ _tag: "PlayerFailed", performerId, code: "noConnection" })
    expect(src.from).toBe("gateway")
    const { body, headers } = await chat.heard("POST /chat/error")
    expect(body).toEqual({ auth: expect.any(String) as string, error: "player noConnection" })
    expect(headers).toMatchObject({ "x-api-key": CHAT_KEY, "x-client-address": "127.0.0.1" })
    // The next report is only in the log, and so is one about a room that the visit is not in.
    expect((await guest.ask({ ...report, failure: "connectionLost" })).event["code"]).toBe(
      "connectionLost",
    )
    const other = await scene.tabs.guest()
    expect((await other.ask(report)).event["code"]).toBe("noConnection")
    // Another visitor's report is not held back by it.
    const performer = newRoom()
    await other.ask(join(performer))
    await other.ask({ ...report, performerId: performer })
    await chat.heard("POST /chat/error", 2)
    expect(chat.all("POST /chat/error")).toHaveLength(2)
  })

  it("is in the log also where the service does not answer", async () => {
    const performerId = newRoom()
    const guest = await scene.tabs.guest()
    await guest.ask(join(performerId))
    chat.script("POST /chat/error", "hang")
    const failure = "notPlayable"
    const { event } = await guest.ask({ _tag: "ReportPlayerFailure", performerId, failure })
    expect(event).toEqual({ _tag: "PlayerFailed", performerId, code: failure })
  })
})

describe("a frame of the chat service", () => {
  it("for an unknown session is reported, once for many [API-045] [ERR-31]", async () => {
    const performerId = newRoom()
    const member = await watching(performerId)
    for (let frame = 0; frame < 20; frame += 1) {
      chat.tell(performerId, "kick", { session: `cs-unknown-${frame}`, reason: "paused" })
    }
    chat.tell(performerId, "message", messageFrame("m-1", "verder"))
    await member.stream.event("RoomMessageReceived")
    const { body } = await chat.heard("POST /chat/error")
    expect(body).toEqual({ error: "no such session in this lobby" })
    expect(chat.all("POST /chat/error")).toHaveLength(1)
    expect(member.heard("Kicked")).toBe(0)
  })

  it("that kicks without a session ends the room for all who watch, here as on their pages", async () => {
    const performerId = newRoom()
    const members = [await watching(performerId), await watching(performerId)]
    chat.tell(performerId, "kick", { reason: "paused" })
    for (const { stream } of members) await stream.event("RoomLeft")
    for (const member of members) {
      expect((await member.ask(say(performerId))).event["label"]).toBe("chatNotStarted")
    }
    expect(chat.all("POST /chat/action")).toEqual([])
  })

  it("that cannot be read is logged by its shape, and the room goes on", async () => {
    const performerId = newRoom()
    const member = await watching(performerId)
    chat.tell(performerId, "message", { id: 7, from: "geheim" })
    chat.tell(performerId, "shout", "geheim")
    chat.tell(performerId, "tip", null)
    chat.tell(performerId, "socket-disconnected", {})
    chat.tell(performerId, "message", messageFrame("m-2", "verder"))
    await member.stream.event("RoomMessageReceived")
    expect(messagesOf(member)).toEqual(["verder"])
    expect(member.heard("SourceInterrupted")).toBe(0)
    const unread = scene.logged.filter((line) => line.includes("frame does not decode"))
    expect(unread).toHaveLength(3)
    expect(unread.join()).not.toContain("geheim")
  })
})

describe("leaving a room", () => {
  it("sends the reason, and the key in the query where the page has gone [API-036] [API-037] [API-038] [CHAT-14]", async () => {
    const guest = await scene.tabs.guest()
    const rooms = [newRoom(), newRoom(), newRoom()] as const
    for (const room of rooms.slice(0, 2)) await guest.ask(join(room))
    const put = await chat.heard("PUT /chat/leave")
    expect(put.body["reason"]).toBe("switched")
    await guest.ask({ _tag: "LeaveRoom", performerId: rooms[1] })
    const post = await chat.heard("POST /chat/leave")
    expect([post.body["reason"], post.query["key"]]).toEqual(["requested", undefined])
    expect(post.body["auth"]).toMatch(/^auth-of-cs-/u)
    await guest.ask(join(rooms[2]))
    await guest.ask({ _tag: "LeaveRoom", performerId: rooms[2], reason: "unloaded" })
    const beacon = await chat.heard("POST /chat/leave", 2)
    expect(beacon.body["auth"]).toMatch(/^auth-of-cs-/u)
    expect([beacon.body["reason"], beacon.query["key"]]).toEqual(["unloaded", CHAT_KEY])
    expect(JSON.stringify(guest.stream.frames)).not.toContain("auth-of-")
  })

  it("closes the paid session's own connection, and with it the keep-alive [CHAT-13]", async () => {
    const performerId = newRoom()
    const member = await watching(performerId)
    const paid = { session: "cs-paid", token: "auth-of-cs-paid-0123456789" }
    scene.upstream.script("POST /chat/join", {
      status: 200,
      body: { ...paid, nickname: "anna", creditsPerMinute: 60 },
    })
    await member.ask(join(performerId, "chat"))
    expect(chat.listens(paid.token)).toBe(true)
    const left = member.ask({ _tag: "LeaveRoom", performerId })
    expect((await chat.heard("POST /chat/leave")).body["auth"]).toBe(paid.token)
    const cost = { session: paid.session, credits: 1, seconds: 1, reason: "left", movements: [] }
    chat.tellSession(paid.token, "paid-time-ended", cost)
    await left
    await expect.poll(() => chat.listens(paid.token)).toBe(false)
    expect((await member.ask(say(performerId))).event["label"]).toBe("chatNotStarted")
  })

  it("is told whatever the service says, and only the gateway kicks", async () => {
    const performerId = newRoom()
    const guest = await scene.tabs.guest()
    await guest.ask(join(performerId))
    chat.script("POST /chat/leave", "hang")
    const { event, src } = await guest.ask({ _tag: "LeaveRoom", performerId, reason: "kicked" })
    expect(event).toEqual({ _tag: "RoomLeft", performerId, reason: "requested" })
    expect(src.from).toBe("gateway")
  })
})
