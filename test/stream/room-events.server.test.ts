/** Every event of the chat socket, from the service's emit to the browser's fact. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AccountScene } from "../support/account-scene.ts"
import type { TestTab } from "../support/test-tabs.ts"
import { join } from "../support/room-scene.ts"
import { ScriptedChat } from "../support/scripted-chat.ts"

const PERFORMER = "p-7"
const said = {
  id: "m-1",
  from: "Sterre",
  message: "hallo",
  messageType: "notice",
  recipient: "room",
}
const tip = { id: "t-1", from: "Sterre", amount: 150, message: "", isPublic: true }
const toy = { intensity: "normal", level: 3, seconds: 3 }

/** An event for one session carries its id; the others are for all. */
const OF_ONE = true

type Row = readonly [event: string, payload: object, tag: string, fact: object, ofOne?: boolean]

describe("an event of the chat socket", () => {
  let chat: ScriptedChat
  let scene: AccountScene
  let viewer: TestTab
  let session: unknown
  beforeAll(async () => {
    chat = await ScriptedChat.start()
    scene = await AccountScene.start(chat.environment)
    viewer = await scene.tabs.guest()
    session = (await viewer.ask(join(PERFORMER))).event["sessionId"]
  })
  afterAll(async () => {
    await scene.stop()
    await chat.close()
  })

  /** The fact that the gateway makes of the chat socket's event. */
  const heard = async (row: Row) => {
    const [event, payload, tag, , ofOne = false] = row
    const before = viewer.heard(tag)
    chat.tell(PERFORMER, event, { ...payload, ...(ofOne && { session }) })
    await viewer.stream.until(() => viewer.heard(tag) > before)
    const told = viewer.stream.events.filter((envelope) => envelope.event._tag === tag).at(-1)
    expect(told?.src.from).toBe("chat-socket")
    return told?.event
  }
  const holds = async (...rows: ReadonlyArray<Row>) => {
    for (const row of rows) {
      const [, , _tag, fact] = row
      expect(await heard(row)).toEqual({ _tag, performerId: PERFORMER, ...fact })
    }
  }

  it("says that a guest's free time stands, and says it again to a viewer who asks for the room again [CHAT-15]", async () => {
    const performerId = "room-without-a-picture"
    const body = { ...chat.entered("cs-of-a-guest"), freeSecondsLeft: 300 }
    chat.script("PUT /chat/set-lobby", { status: 200, body })
    const guest = await scene.tabs.guest()
    await guest.ask(join(performerId))
    const tell = async (data: { readonly seconds: number; readonly isRunning: boolean }) => {
      const before = guest.heard("FreeTimeChanged")
      chat.tell(performerId, "custom", { session: body.session, name: "free-time", data })
      await guest.stream.until(() => guest.heard("FreeTimeChanged") > before)
      return guest.stream.events.at(-1)?.event
    }
    const stands = { _tag: "FreeTimeChanged", performerId, secondsLeft: 240, isRunning: false }
    expect(await tell({ seconds: 240, isRunning: false })).toEqual(stands)
    expect((await guest.ask(join(performerId))).event["freeSecondsLeft"]).toBe(240)
    await guest.stream.until(() => guest.heard("FreeTimeChanged") === 2)
    expect(guest.stream.events.at(-1)?.event).toEqual(stands)
    await tell({ seconds: 240, isRunning: true })
    const again = (await guest.ask(join(performerId))).event["freeSecondsLeft"]
    expect(again).toBeLessThanOrEqual(240)
    expect(again).toBeGreaterThan(0)
    expect(guest.heard("FreeTimeChanged")).toBe(3)
  })

  it("says that the performer's side is gone [API-070]", () =>
    holds(["host-disconnected", {}, "HostLeft", {}]))
  it("says who comes, who goes and who is in the room [API-071]", () =>
    holds(
      ["member-connected", { member: "Sterre" }, "RoomMemberJoined", { nickname: "Sterre" }],
      ["member-disconnected", { member: "Sterre" }, "RoomMemberLeft", { nickname: "Sterre" }],
      [
        "updated-members",
        { count: 3, members: ["Sterre"] },
        "RoomMembersListed",
        { count: 3, nicknames: ["Sterre"] },
      ],
    ))
  it("says that VIP is asked for [API-072]", () =>
    holds(["request-vip", { member: "Sterre" }, "VipRequested", {}, OF_ONE]))
  it("says that VIP is accepted [API-073]", () =>
    holds(["accept-vip", {}, "VipAccepted", {}, OF_ONE]))
  it("says that VIP is stopped [API-074]", () => holds(["stop-vip", {}, "VipStopped", {}, OF_ONE]))
  it("says that VIP is declined, and why [API-075]", () =>
    holds(["decline-vip", { reason: "straks" }, "VipDeclined", { reason: "straks" }, OF_ONE]))
  it("says that VIP broke off [API-076]", () =>
    holds(["vip-disconnect", {}, "VipDisconnected", {}, OF_ONE]))
  it("says that free chat begins and ends [API-077]", () =>
    holds(
      ["start-freechat", {}, "FreeChatStarted", {}],
      ["stop-freechat", {}, "FreeChatStopped", {}],
    ))
  it("says what the room is now [API-078]", () =>
    holds(["chat-switch", { mode: "paused" }, "RoomModeSwitched", { mode: "paused" }]))
  it("says what was written [API-079]", () => {
    const { id: messageId, ...rest } = said
    return holds(["message", said, "RoomMessageReceived", { messageId, ...rest }])
  })
  it("says which tip was given [API-080]", () => {
    const { id: tipId, ...rest } = { ...tip, tipType: "kiss" }
    return holds(["tip", { ...tip, tipType: "kiss" }, "TipReceived", { tipId, ...rest }])
  })
  it("says what a custom event means under its own name [API-082]", () =>
    holds([
      "custom",
      { name: "weather", data: { sun: true } },
      "RoomCustomReceived",
      { name: "weather", data: '{"sun":true}' },
    ]))
  it("says who has another name now [API-083]", () =>
    holds([
      "nickname-changed",
      { from: "Sterre", to: "Sterretje" },
      "NicknameChanged",
      { from: "Sterre", to: "Sterretje" },
    ]))
  it("says what is announced [API-085]", () =>
    holds([
      "admin-message",
      { id: "m-2", message: "welkom" },
      "RoomAnnounced",
      { messageId: "m-2", message: "welkom" },
    ]))
  it("says which setting changed [API-086]", () =>
    holds([
      "updated-settings",
      { messagePrice: 90, hasToy: true, toySecondsPerLevel: 2, chatLocale: "de" },
      "RoomSettingsChanged",
      { messagePrice: 90, hasToy: true, toySecondsPerLevel: 2, chatLocale: "de" },
    ]))
  it("says what the player could not do [API-087]", () =>
    holds(["player-error", { code: "noSource" }, "PlayerFailed", { code: "noSource" }]))
  it("says what may be seen and heard [API-088]", () =>
    holds(
      ["audio-available", {}, "AudioAvailable", {}],
      ["audio-denied", {}, "AudioDenied", {}],
      ["video-available", {}, "VideoAvailable", {}],
      ["video-denied", {}, "VideoDenied", {}],
    ))
  it("says that the room is closed [API-089]", () => holds(["room-closed", {}, "RoomClosed", {}]))
  it("says how the toy moves [API-090]", () =>
    holds(["cybertoy", { level: 3, seconds: 3 }, "ToyActivated", { level: 3, seconds: 3 }]))
  it("says what becomes of the toy, and what it was given [API-091]", () => {
    const { id: tipId, ...rest } = { ...tip, ...toy }
    return holds(
      ["ft-error", { code: "gone" }, "ToyFailed", { code: "gone" }],
      ["ft-client", { connected: false }, "ToyClientChanged", { connected: false }],
      ["ft-tip", { ...tip, ...toy }, "ToyTipReceived", { tipId, ...rest }],
    )
  })
  it("says that cam-back is to end, and has ended [API-092]", () =>
    holds(
      ["stop-camback", {}, "CamBackStopRequested", {}, OF_ONE],
      ["camback-stopped", {}, "CamBackStopped", {}, OF_ONE],
    ))
  it.each([
    ["one session", OF_ONE, "paused", "paused"],
    [
      "all who watch, a reason that is not listed being the default one",
      false,
      "weather",
      "default",
    ],
  ] as const)(
    "says that the chat is over for %s [API-084] [CHAT-18]",
    async (_, ofOne, told, reason) => {
      const other = await scene.tabs.guest()
      await other.ask(join(PERFORMER))
      const left = viewer.heard("RoomLeft")
      const stopped = ["chat-stopped", { reason: told }, "RoomStopped", { reason }] as const
      await holds(ofOne ? [...stopped, OF_ONE] : stopped)
      await viewer.stream.until(() => viewer.heard("RoomLeft") > left)
      expect(viewer.stream.events.at(-1)?.event).toMatchObject({
        _tag: "RoomLeft",
        reason: "kicked",
      })
      // Another viewer stays in the room, or is out as well.
      if (ofOne) {
        chat.tell(PERFORMER, "admin-message", { id: "m-other", message: "verder" })
        await other.stream.event("RoomAnnounced")
      } else await other.stream.event("RoomLeft")
      expect(other.heard("RoomStopped")).toBe(ofOne ? 0 : 1)
      expect(other.heard("RoomLeft")).toBe(ofOne ? 0 : 1)
      const { length } = viewer.stream.events
      // The visit is in no room any more: messages there reach nobody.
      chat.tell(PERFORMER, "message", said)
      const again = await viewer.ask(join(PERFORMER))
      expect(again.seq).toBe(length + 1)
      session = again.event["sessionId"]
      await viewer.stream.until(() => viewer.stream.events.length > length + 1)
    },
  )
  it("says that a session is over, and its visit has left with it [API-081]", async () => {
    await holds([
      "kick",
      { reason: "guest_expired" },
      "Kicked",
      { reason: "guest_expired" },
      OF_ONE,
    ])
    expect((await viewer.stream.event("RoomLeft")).event["reason"]).toBe("kicked")
    const { length } = viewer.stream.events
    chat.tell(PERFORMER, "message", said)
    expect((await viewer.ask(join(PERFORMER))).seq).toBe(length + 1)
  })
})
