/** Frames of the chat socket: decoding, and the facts of each row. */
import { describe, expect, it } from "vitest"
import { CHAT_EVENT_NAMES, CHAT_EVENTS } from "@foldcast/contracts/upstream/chat-socket"
import { readChatFrame } from "../upstream/decode-frame.ts"
import { endsSession, kickReason, normaliseChatFrame, type RoomOfFrame } from "./room.ts"

const LOBBY: RoomOfFrame = { performerId: "p7", session: null }
const session = (mode: "free" | "chat" | "vip"): RoomOfFrame => ({
  performerId: "p7",
  session: { id: "cs-1", mode },
})

const factsOf = (call: string, payload: unknown, room = LOBBY) => {
  const read = readChatFrame({ source: "chat-socket", call, payload })
  if (read._tag === "Unreadable") return read.report
  return normaliseChatFrame(read.value, room)
}

const ofRoom = (_tag: string, more: object = {}) => ({ _tag, performerId: "p7", ...more })

describe("a frame of the chat socket", () => {
  it.each<readonly [string, unknown, ReadonlyArray<object>]>([
    ["keep-alive", {}, []],
    ["host-disconnected", {}, [ofRoom("HostLeft")]],
    [
      "member-connected",
      { member: "Sterre" },
      [ofRoom("RoomMemberJoined", { nickname: "Sterre" })],
    ],
    [
      "member-disconnected",
      { member: "Sterre" },
      [ofRoom("RoomMemberLeft", { nickname: "Sterre" })],
    ],
    [
      "updated-members",
      { count: 2, members: ["Sterre"] },
      [ofRoom("RoomMembersListed", { count: 2, nicknames: ["Sterre"] })],
    ],
    ["request-vip", { member: "Sterre" }, [ofRoom("VipRequested")]],
    ["accept-vip", {}, [ofRoom("VipAccepted")]],
    ["stop-vip", {}, [ofRoom("VipStopped")]],
    ["decline-vip", { reason: "straks" }, [ofRoom("VipDeclined", { reason: "straks" })]],
    ["decline-vip", {}, [ofRoom("VipDeclined")]],
    ["vip-disconnect", {}, [ofRoom("VipDisconnected")]],
    ["start-freechat", {}, [ofRoom("FreeChatStarted")]],
    ["stop-freechat", {}, [ofRoom("FreeChatStopped")]],
    ["chat-switch", { mode: "paused" }, [ofRoom("RoomModeSwitched", { mode: "paused" })]],
    [
      "message",
      { id: "m1", from: "Sterre", message: "hallo", messageType: "member", recipient: "room" },
      [
        ofRoom("RoomMessageReceived", {
          messageId: "m1",
          from: "Sterre",
          message: "hallo",
          messageType: "member",
          recipient: "room",
        }),
      ],
    ],
    [
      "tip",
      { id: "t1", from: "Sterre", amount: 50, tipType: "wink", message: "", isPublic: true },
      [
        ofRoom("TipReceived", {
          tipId: "t1",
          from: "Sterre",
          amount: 50,
          tipType: "wink",
          message: "",
          isPublic: true,
        }),
      ],
    ],
    [
      "kick",
      { reason: "guest_expired" },
      [ofRoom("Kicked", { reason: "guest_expired" }), ofRoom("RoomLeft", { reason: "kicked" })],
    ],
    [
      "custom",
      { name: "weather", data: { sun: true } },
      [ofRoom("RoomCustomReceived", { name: "weather", data: '{"sun":true}' })],
    ],
    [
      "nickname-changed",
      { from: "Sterre", to: "Sterretje" },
      [ofRoom("NicknameChanged", { from: "Sterre", to: "Sterretje" })],
    ],
    [
      "chat-stopped",
      { reason: "paused" },
      [ofRoom("RoomStopped", { reason: "paused" }), ofRoom("RoomLeft", { reason: "kicked" })],
    ],
    [
      "admin-message",
      { id: "m2", message: "welkom" },
      [ofRoom("RoomAnnounced", { messageId: "m2", message: "welkom" })],
    ],
    [
      "updated-settings",
      { hasToy: true, messagePrice: 60, toySecondsPerLevel: 2 },
      [ofRoom("RoomSettingsChanged", { hasToy: true, messagePrice: 60, toySecondsPerLevel: 2 })],
    ],
    ["player-error", { code: "noSource" }, [ofRoom("PlayerFailed", { code: "noSource" })]],
    ["audio-available", {}, [ofRoom("AudioAvailable")]],
    ["audio-denied", {}, [ofRoom("AudioDenied")]],
    ["video-available", {}, [ofRoom("VideoAvailable")]],
    ["video-denied", {}, [ofRoom("VideoDenied")]],
    ["room-closed", {}, [ofRoom("RoomClosed")]],
    ["cybertoy", { level: 3, seconds: 3 }, [ofRoom("ToyActivated", { level: 3, seconds: 3 })]],
    ["ft-error", { code: "gone" }, [ofRoom("ToyFailed", { code: "gone" })]],
    ["ft-client", { connected: false }, [ofRoom("ToyClientChanged", { connected: false })]],
    [
      "ft-tip",
      {
        id: "t2",
        from: "Sterre",
        amount: 150,
        intensity: "normal",
        level: 3,
        seconds: 3,
        message: "",
        isPublic: true,
      },
      [
        ofRoom("ToyTipReceived", {
          tipId: "t2",
          from: "Sterre",
          amount: 150,
          intensity: "normal",
          level: 3,
          seconds: 3,
          message: "",
          isPublic: true,
        }),
      ],
    ],
    ["stop-camback", {}, [ofRoom("CamBackStopRequested")]],
    ["camback-stopped", {}, [ofRoom("CamBackStopped")]],
    ["socket-disconnected", {}, []],
    ["reconnected", {}, []],
  ])("with %s %j becomes its facts", (call, payload, facts) => {
    expect(Object.hasOwn(CHAT_EVENTS, call)).toBe(true)
    expect(factsOf(call, payload)).toEqual(facts)
  })

  it("has a row for each of the service's thirty-five names", () => {
    expect(CHAT_EVENT_NAMES).toHaveLength(35)
  })

  it("about paid time is for the session that it names, and for no other", () => {
    const custom = (name: string, data: unknown, room = session("chat")) =>
      factsOf("custom", { session: "cs-1", name, data }, room)
    expect(custom("paid-time-started", { mode: "chat", creditsPerMinute: 60 })).toEqual([
      ofRoom("PaidTimeStarted", { sessionId: "cs-1", mode: "chat", creditsPerMinute: 60 }),
    ])
    expect(custom("paid-time-charged", { credits: 10, seconds: 9 })).toEqual([
      ofRoom("PaidTimeCharged", { sessionId: "cs-1", credits: 10, seconds: 9 }),
    ])
    const stands = { credits: 10, seconds: 9, isRunning: false }
    expect(custom("paid-time-charged", stands)).toEqual([
      ofRoom("PaidTimeCharged", { sessionId: "cs-1", ...stands }),
    ])
    const end = { credits: 9, seconds: 9, reason: "left", movements: ["tr-1"] }
    expect(custom("paid-time-ended", end)).toEqual([
      ofRoom("PaidTimeEnded", {
        sessionId: "cs-1",
        credits: 9,
        seconds: 9,
        reason: "left",
        movementIds: ["tr-1"],
      }),
    ])
    expect(custom("paid-time-charged", { credits: 10, seconds: 9 }, LOBBY)).toEqual([])
  })

  it("about a VIP hold says what it is and what became of it, to one session alone", () => {
    const custom = (name: string, data: unknown, room = session("free")) =>
      factsOf("custom", { session: "cs-1", name, data }, room)
    const held = { credits: 40, joinWithinSeconds: 15 }
    expect(custom("vip-held", held)).toEqual([ofRoom("VipHeld", held)])
    const end = { credits: 40, isReturned: true, reason: "no_picture" }
    expect(custom("vip-hold-ended", { ...end, movements: ["tr-1", "tr-2"] })).toEqual([
      ofRoom("VipHoldEnded", { ...end, movementIds: ["tr-1", "tr-2"] }),
    ])
    const lost = { credits: 40, isReturned: false, reason: "left", waitSeconds: 60 }
    expect(custom("vip-hold-ended", { ...lost, movements: ["tr-1"] })).toEqual([
      ofRoom("VipHoldEnded", { ...lost, movementIds: ["tr-1"] }),
    ])
    expect(custom("vip-held", held, LOBBY)).toEqual([])
    expect(custom("vip-hold-ended", { ...end, movements: [] }, LOBBY)).toEqual([])
  })

  it("about free time is for a session that watches free, and for no other", () => {
    const data = { seconds: 240, isRunning: false }
    const told = (room: RoomOfFrame) =>
      factsOf("custom", { session: "cs-1", name: "free-time", data }, room)
    expect(told(session("free"))).toEqual([
      ofRoom("FreeTimeChanged", { secondsLeft: 240, isRunning: false }),
    ])
    expect(told(session("chat"))).toEqual([])
    expect(told(LOBBY)).toEqual([])
  })

  it("about paid time in another shape is unreadable, and is reported with the place and without its values", () => {
    expect(
      factsOf("custom", { name: "paid-time-charged", data: { credits: 1.5, seconds: 9 } }),
    ).toMatchObject({
      source: "chat-socket",
      call: "paid-time-charged",
      path: "credits",
      shape: { credits: "number", seconds: "number" },
    })
    expect(factsOf("tip", { id: "t1" })).toMatchObject({ call: "tip" })
    expect(factsOf("shout", { message: "geheim" })).toEqual({
      source: "chat-socket",
      call: "shout",
      path: "",
      size: 20,
      shape: { message: "string" },
    })
  })

  it("about the end of VIP ends it, and one about a withdrawn request ends nothing", () => {
    for (const [call, tag, reason] of [
      ["stop-vip", "VipStopped", "requested"],
      ["vip-disconnect", "VipDisconnected", "lost"],
    ] as const) {
      expect(factsOf(call, { session: "cs-1" }, session("vip"))).toEqual([
        ofRoom(tag),
        ofRoom("RoomLeft", { reason }),
      ])
      expect(factsOf(call, { session: "cs-1" }, session("free"))).toEqual([ofRoom(tag)])
      expect(endsSession({ call }, session("vip"))).toBe(true)
      expect(endsSession({ call }, session("chat"))).toBe(false)
    }
    expect(endsSession({ call: "kick" }, session("free"))).toBe(true)
    expect(endsSession({ call: "chat-stopped" }, session("chat"))).toBe(true)
    for (const call of ["kick", "chat-stopped"] as const) {
      expect(endsSession({ call }, LOBBY)).toBe(true)
    }
    expect(endsSession({ call: "stop-vip" }, LOBBY)).toBe(false)
  })

  it("has unknown in place of a reason that is not listed", () => {
    expect(["paused", "duplicate_session", "weather"].map(kickReason)).toEqual([
      "paused",
      "duplicate_session",
      "default",
    ])
  })

  it("has no custom data where those are too long to keep whole", () => {
    const facts = factsOf("custom", { name: "long", data: "x".repeat(4_001) })
    expect(facts).toEqual([ofRoom("RoomCustomReceived", { name: "long", data: "null" })])
    expect(factsOf("custom", { name: "none" })).toEqual([
      ofRoom("RoomCustomReceived", { name: "none", data: "null" }),
    ])
  })
})
