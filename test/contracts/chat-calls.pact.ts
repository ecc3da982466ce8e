/**
 * What the gateway needs of the chat service's calls: entering a lobby, leaving, the five actions, the token for
 * watching a room, an error report. Written through the gateway's own adapters; `npx foldcast verify
 * performer-service` verifies it, and `verify member-api` the part of the member API.
 */
import { Redacted } from "effect"
import { describe, expect, it } from "vitest"
import {
  ActionRequest,
  CamBackRequest,
  ChatErrorRequest,
  JoinRequest,
  LeaveRequest,
  SendTipRequest,
  SetLobbyRequest,
  MediaGrantRequest,
} from "@foldcast/contracts/upstream/chat-service"
import * as MemberApi from "./member-api-call.ts"
import {
  performerServiceAnswer,
  performerServiceRefusal,
  VIEWER_TOKEN,
} from "./performer-service-call.ts"

const asGuest = { lang: "nl", noNude: false } as const
const asMember = { ...asGuest, token: Redacted.make(VIEWER_TOKEN) } as const
const AUTH = "the-word-of-a-session-in-a-room"
const fromRoom = { auth: "auth" }

const entered = {
  auth: AUTH,
  session: "cs_1",
  nickname: "sanne",
  room: { mode: "free", count: 1, members: ["sanne"] },
} as const
const entering = {
  lobby: "p_1",
  connection: "the-connection-of-a-lobby",
  viewer: "the-browser-of-somebody",
}
const fromLobby = { lobby: "performerId", connection: "connection" }

describe("the gateway enters and leaves rooms", () => {
  it("as a guest, with the free time that is left [API-039]", async () => {
    const outcome = await performerServiceAnswer({
      description: "a guest in a lobby",
      state: "a lobby",
      request: { ...asGuest, call: "PUT /chat/set-lobby", body: entering },
      bodySchema: SetLobbyRequest,
      bodyFromState: fromLobby,
      example: { ...entered, freeSecondsLeft: 600 },
    })
    expect(outcome).toMatchObject({ _tag: "Answered", body: { freeSecondsLeft: 600 } })
  })

  it("as a member, with the accounts behind the names [API-039]", async () => {
    const accounts = [{ nickname: "sanne", memberId: "m_1" }]
    const example = { ...entered, room: { ...entered.room, accounts } } as const
    const outcome = await performerServiceAnswer({
      description: "a member in a lobby",
      state: "a lobby",
      request: { ...asMember, call: "PUT /chat/set-lobby", body: entering },
      bodySchema: SetLobbyRequest,
      bodyFromState: fromLobby,
      example,
    })
    expect(outcome).toMatchObject({ _tag: "Answered", body: example })
  })

  it("under a drawn name, with the reason, where the member's own is no longer allowed [API-039]", async () => {
    const outcome = await performerServiceAnswer({
      description: "a member whose name is reserved in a lobby",
      state: "a lobby",
      params: { unfitName: true },
      request: { ...asMember, call: "PUT /chat/set-lobby", body: entering },
      bodySchema: SetLobbyRequest,
      bodyFromState: fromLobby,
      example: { ...entered, nicknameRefused: "badRequest.forbidden" },
    })
    expect(outcome).toMatchObject({ body: { nicknameRefused: "badRequest.forbidden" } })
  })

  it.each([
    ["POST /chat/leave", "by its own wish [API-036]", "a room that is left", false],
    ["PUT /chat/leave", "to go on elsewhere [API-037]", "a room that is gone on from", false],
    ["POST /chat/leave", "with a page that goes [API-038]", "a room left by a beacon", true],
  ] as const)("%s %s", async (call, _, description, isBeacon) => {
    const outcome = await performerServiceAnswer({
      description,
      state: "somebody in a room",
      request: { ...asGuest, call, isBeacon, body: { auth: AUTH, reason: "requested" } },
      bodySchema: LeaveRequest,
      bodyFromState: fromRoom,
      ...(isBeacon && { queryFromState: { key: "apiKey" } }),
      example: {},
    })
    expect(outcome._tag).toBe("Answered")
  })

  it("and is told where it was in none [ERR-20]", async () => {
    const outcome = await performerServiceRefusal({
      description: "a room that nobody was in",
      state: "a guest",
      request: { ...asGuest, call: "POST /chat/leave", body: { auth: AUTH } },
      bodySchema: LeaveRequest,
      status: 404,
      refusal: { label: "chatNotStarted" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", label: "chatNotStarted" })
  })

  it("for paid time, by the member's token [API-046]", async () => {
    const outcome = await MemberApi.memberApiAnswer({
      description: "a paid room",
      given: [
        { state: "a performer", params: { onlineStatus: 1 } },
        { state: "a logged-in member", params: { credits: 300 } },
      ],
      request: { ...asMember, call: "POST /chat/join", body: { performerId: "p_1", mode: "chat" } },
      bodySchema: JoinRequest,
      bodyFromState: { performerId: "performerId" },
      example: { token: AUTH, session: "cs_2", nickname: "sanne", creditsPerMinute: 60 },
    })
    expect(outcome).toMatchObject({ _tag: "Answered", body: { creditsPerMinute: 60 } })
  })

  it("for paid time under a drawn name, where the member's own is no longer allowed [API-046]", async () => {
    const outcome = await MemberApi.memberApiAnswer({
      description: "a paid room of a member whose name is reserved",
      given: [
        { state: "a performer", params: { onlineStatus: 1 } },
        { state: "a logged-in member", params: { credits: 300, unfitName: true } },
      ],
      request: { ...asMember, call: "POST /chat/join", body: { performerId: "p_1", mode: "chat" } },
      bodySchema: JoinRequest,
      bodyFromState: { performerId: "performerId" },
      example: {
        token: AUTH,
        session: "cs_3",
        nickname: "anon1234567",
        nicknameRefused: "badRequest.forbidden",
        creditsPerMinute: 60,
      },
    })
    expect(outcome).toMatchObject({ body: { nicknameRefused: "badRequest.forbidden" } })
  })

  it("and is refused for less than a minute's credits [API-046]", async () => {
    const outcome = await MemberApi.memberApiRefusal({
      description: "a paid room without credits",
      given: [
        { state: "a performer", params: { onlineStatus: 1 } },
        { state: "a logged-in member", params: { credits: 0 } },
      ],
      request: { ...asMember, call: "POST /chat/join", body: { performerId: "p_1", mode: "chat" } },
      bodySchema: JoinRequest,
      bodyFromState: { performerId: "performerId" },
      status: 400,
      refusal: { label: "badRequest.deduct.credits.amount" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", label: "badRequest.deduct.credits.amount" })
  })
})

const ACTIONS = [
  ["changeNickname", { newNickname: "Sterretje" }, "[API-040] [API-041]"],
  ["message", { id: "command-1", message: "Hello", messageType: "room" }, "[API-042]"],
  [
    "tip",
    { id: "command-2", amount: 150, tipType: "kiss", message: "", isPublic: true },
    "[API-043]",
  ],
  ["requestVip", {}, "[API-044]"],
] as const

describe("the gateway acts in rooms", () => {
  it.each(ACTIONS)("%s %#", async (action, data) => {
    const outcome = await performerServiceAnswer({
      description: `the action ${action}`,
      state: "somebody in a room",
      request: { ...asGuest, call: "POST /chat/action", body: { auth: AUTH, action, data } },
      bodySchema: ActionRequest,
      bodyFromState: fromRoom,
      example: {},
    })
    expect(outcome._tag).toBe("Answered")
  })

  it("and is refused a name that looks like the site's [API-041]", async () => {
    const outcome = await performerServiceRefusal({
      description: "a reserved name",
      state: "somebody in a room",
      request: {
        ...asGuest,
        call: "POST /chat/action",
        body: { auth: AUTH, action: "changeNickname", data: { newNickname: "Moderator" } },
      },
      bodySchema: ActionRequest,
      bodyFromState: fromRoom,
      status: 400,
      refusal: { label: "badRequest.forbidden" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", label: "badRequest.forbidden" })
  })

  it("and is refused a stop where there is no VIP [API-044]", async () => {
    const outcome = await performerServiceRefusal({
      description: "the action stopVip where there is none",
      state: "somebody in a room",
      request: {
        ...asGuest,
        call: "POST /chat/action",
        body: { auth: AUTH, action: "stopVip", data: {} },
      },
      bodySchema: ActionRequest,
      bodyFromState: fromRoom,
      status: 400,
      refusal: { label: "vipNotRunning" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", label: "vipNotRunning" })
  })

  it("and is given a token for watching at the media engine", async () => {
    const outcome = await performerServiceAnswer({
      description: "what a room is watched with",
      state: "somebody in a room",
      request: { ...asGuest, call: "POST /chat/watch", body: { auth: AUTH } },
      bodySchema: MediaGrantRequest,
      bodyFromState: fromRoom,
      example: { path: "live/p_1", token: "a-word-for-the-media-engine" },
    })
    expect(outcome).toMatchObject({ _tag: "Answered", body: { path: "live/p_1" } })
  })

  it("and is refused a token where it is in no room", async () => {
    const outcome = await performerServiceRefusal({
      description: "what a room is watched with by nobody in it",
      state: "a guest",
      request: { ...asGuest, call: "POST /chat/watch", body: { auth: AUTH } },
      bodySchema: MediaGrantRequest,
      status: 404,
      refusal: { label: "chatNotStarted" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", label: "chatNotStarted" })
  })

  it("and is given a token for showing the viewer's own camera", async () => {
    const outcome = await performerServiceAnswer({
      description: "what a viewer's camera is shown with",
      state: "somebody with a camera in a room",
      request: { ...asGuest, call: "POST /chat/cam-back", body: { auth: AUTH } },
      bodySchema: CamBackRequest,
      bodyFromState: fromRoom,
      example: { path: "camback/cs_2", token: "another-word-for-the-media-engine" },
    })
    expect(outcome).toMatchObject({ _tag: "Answered", body: { path: "camback/cs_2" } })
  })

  it("and is refused an end where no camera is on", async () => {
    const outcome = await performerServiceRefusal({
      description: "what a camera is shown with that is off",
      state: "somebody in a room",
      request: { ...asGuest, call: "POST /chat/cam-back", body: { auth: AUTH } },
      bodySchema: CamBackRequest,
      bodyFromState: fromRoom,
      status: 400,
      refusal: { label: "camBackOff" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", label: "camBackOff" })
  })

  it("and reports events that it could not read [API-045]", async () => {
    const outcome = await performerServiceAnswer({
      description: "a chat error",
      state: "a guest",
      request: { ...asGuest, call: "POST /chat/error", body: { error: "no such member" } },
      bodySchema: ChatErrorRequest,
      example: {},
    })
    expect(outcome._tag).toBe("Answered")
  })

  it("and reports what a viewer's player could not show, for that viewer [API-045]", async () => {
    const outcome = await performerServiceAnswer({
      description: "a chat error of somebody in a room",
      state: "somebody in a room",
      request: {
        ...asGuest,
        call: "POST /chat/error",
        body: { auth: AUTH, error: "player noConnection" },
      },
      bodySchema: ChatErrorRequest,
      bodyFromState: fromRoom,
      example: {},
    })
    expect(outcome._tag).toBe("Answered")
  })

  it("and tips outside of them [API-049]", async () => {
    const outcome = await MemberApi.memberApiAnswer({
      description: "a tip outside of a room",
      given: [
        { state: "a performer", params: { onlineStatus: 1 } },
        { state: "a logged-in member", params: { credits: 300 } },
      ],
      request: {
        ...asMember,
        call: "POST /tip",
        body: { id: "command-3", username: "Anna", amount: 100, text: "", flag: false },
      },
      bodySchema: SendTipRequest,
      bodyFromState: { username: "username" },
      example: {},
    })
    expect(outcome._tag).toBe("Answered")
  })

  it("and is refused a tip to a performer who is in VIP with somebody else [API-049]", async () => {
    const outcome = await MemberApi.memberApiRefusal({
      description: "a tip to a performer in VIP",
      given: [
        { state: "a performer", params: { onlineStatus: 5 } },
        { state: "a logged-in member", params: { credits: 300 } },
      ],
      request: {
        ...asMember,
        call: "POST /tip",
        body: { id: "command-4", username: "Anna", amount: 100, text: "", flag: false },
      },
      bodySchema: SendTipRequest,
      bodyFromState: { username: "username" },
      status: 400,
      refusal: { label: "performerBusy" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", label: "performerBusy" })
  })
})
