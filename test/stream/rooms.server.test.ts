/**
 * Rooms over real sockets, from the chat service to the browsers: which viewers receive which events, and by whose
 * command.
 */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import { answerPings, join, RoomScene } from "../support/room-scene.ts"

let scene: RoomScene
beforeAll(async () => {
  scene = await RoomScene.start()
})
afterAll(() => scene.stop())

const say = (performerId: string, message: string, messageType: "room" | "host" = "room") =>
  ({ _tag: "SendRoomMessage", performerId, message, messageType }) as const

describe("a free room", () => {
  it("is joined with its mode and its viewers, and joined again without harm [CHAT-12] [API-039]", async () => {
    const performerId = await scene.performer()
    const guest = await scene.tab()
    const first = await guest.ask(join(performerId))
    expect(first).toMatchObject({
      scope: "visit",
      src: { from: "performer-service" },
      event: { _tag: "RoomJoined", performerId, mode: "free", creditsPerMinute: 0 },
    })
    await guest.stream.event("RoomMembersListed")
    expect((await guest.stream.event("RoomModeSwitched")).event["mode"]).toBe("free")
    const again = await guest.ask(join(performerId))
    expect(again.event["sessionId"]).toBe(first.event["sessionId"])
    expect(again.src.from).toBe("gateway")
  })

  it("is limited in time for a guest, and not for a member [CHAT-15] [CHAT-17]", async () => {
    const performerId = await scene.performer()
    const guest = await scene.tab()
    expect((await guest.ask(join(performerId))).event["freeSecondsLeft"]).toBeGreaterThan(0)
    const member = await scene.loggedIn(await scene.member(0))
    const { event } = await member.ask(join(performerId))
    expect(event).toMatchObject({ _tag: "RoomJoined", mode: "free" })
    expect(event["freeSecondsLeft"]).toBeUndefined()
  })

  it("delivers to all who watch what is said, to its author with the command, by one envelope [CHAT-38] [API-042] [API-079]", async () => {
    const performerId = await scene.performer()
    const author = await scene.watching(performerId, await scene.member(300))
    const other = await scene.watching(performerId)
    const commandId = randomUUID()
    const own = await author.ask(say(performerId, "  hallo allemaal "), commandId)
    expect(own).toMatchObject({
      cause: commandId,
      src: { from: "chat-socket" },
      event: {
        _tag: "RoomMessageReceived",
        messageId: commandId,
        message: "hallo allemaal",
        messageType: "member",
        recipient: "room",
      },
    })
    const heard = await other.stream.event("RoomMessageReceived")
    expect(heard.cause).toBeUndefined()
    expect([heard.id, heard.event]).toEqual([own.id, own.event])
    for (const text of ["!", "x".repeat(250)]) {
      expect((await author.ask(say(performerId, text))).event["message"]).toBe(text)
    }
  })

  it("delivers to nobody else what is said to the performer alone [CHAT-10] [CHAT-32] [API-042]", async () => {
    const performerId = await scene.performer()
    const author = await scene.watching(performerId, await scene.member(300))
    const other = await scene.watching(performerId)
    const own = await author.ask(say(performerId, "alleen voor jou", "host"))
    expect(own.event).toMatchObject({ _tag: "RoomMessageReceived", recipient: "host" })
    await author.ask(say(performerId, "voor iedereen"))
    // In the order in which they were sent.
    const heard = await other.stream.event("RoomMessageReceived")
    expect(heard.event["message"]).toBe("voor iedereen")
  })

  it("can only be watched by a guest: nothing is asked of the service [CHAT-44]", async () => {
    const performerId = await scene.performer()
    const guest = await scene.watching(performerId)
    const refused = async (command: Parameters<typeof guest.ask>[0]) => {
      const { event, src } = await guest.ask(command)
      return [event._tag, event["label"], src.from]
    }
    expect(await refused(say(performerId, "hallo"))).toEqual([
      "RoomMessageRefused",
      "membersOnly",
      "gateway",
    ])
    expect(await refused({ _tag: "RequestVip", performerId })).toEqual([
      "VipRefused",
      "membersOnly",
      "gateway",
    ])
    expect(await refused(join(performerId, "chat"))).toEqual([
      "RoomJoinRefused",
      "membersOnly",
      "gateway",
    ])
    const tip = { amount: 150, tipType: "kiss", message: "", isPublic: true } as const
    expect((await refused({ _tag: "SendTip", performerId, ...tip }))[1]).toBe("membersOnly")
    expect((await refused({ _tag: "StartCamBack", performerId }))[1]).toBe("membersOnly")
  })

  it("changes a nickname for everybody, and refuses one that is taken [CHAT-39] [API-041] [API-083]", async () => {
    const performerId = await scene.performer()
    const a = await scene.watching(performerId)
    const b = await scene.watching(performerId)
    const rename = (nickname: string) =>
      ({ _tag: "ChangeNickname", performerId, nickname }) as const
    const { event } = await a.ask(rename("Sterre"))
    expect(event).toMatchObject({ _tag: "NicknameChanged", to: "Sterre" })
    expect((await b.stream.event("NicknameChanged")).event).toEqual(event)
    expect((await b.ask(rename("sterre"))).event["label"]).toBe("nicknameTaken")
    expect((await b.ask(rename("abc"))).event["label"]).toBe("tooShort")
    for (const name of ["abcd", "x".repeat(14)]) {
      expect((await b.ask(rename(name))).event).toMatchObject({ _tag: "NicknameChanged", to: name })
    }
  })

  it("is left for another one that lets nobody in", async () => {
    const [one, two] = [await scene.performer(), await scene.performer()]
    const witness = await scene.watching(one)
    const guest = await scene.watching(one)
    const own = guest.stream.events.find(({ event }) => event._tag === "RoomJoined")?.event
    const refused = await guest.ask(join(two, "chat"))
    expect(refused.event._tag).toBe("RoomJoinRefused")
    const before = guest.stream.events.find(({ seq }) => seq === refused.seq - 1)
    expect(before?.event).toEqual({ _tag: "RoomLeft", performerId: one, reason: "switched" })
    const gone = await witness.stream.event("RoomMemberLeft")
    expect(gone.event["nickname"]).toBe(own?.["nickname"])
  })

  it("is left, and left for another one [CHAT-13] [API-036] [API-037]", async () => {
    const [one, two] = [await scene.performer(), await scene.performer()]
    const guest = await scene.watching(one)
    const joined = await guest.ask(join(two))
    const before = guest.stream.events.find(({ seq }) => seq === joined.seq - 1)
    expect(before?.event).toEqual({ _tag: "RoomLeft", performerId: one, reason: "switched" })
    const { event } = await guest.ask({ _tag: "LeaveRoom", performerId: two })
    expect(event).toEqual({ _tag: "RoomLeft", performerId: two, reason: "requested" })
    expect(
      (await guest.ask({ _tag: "ChangeNickname", performerId: two, nickname: "Sterre" })).event,
    ).toMatchObject({ _tag: "NicknameRefused", label: "chatNotStarted" })
  })

  it("is entered once by a browser: another tab kicks the older one [CHAT-19] [API-081]", async () => {
    const performerId = await scene.performer()
    const first = await scene.watching(performerId)
    const second = await scene.tab(first.browser)
    await second.ask(join(performerId))
    expect((await first.stream.event("Kicked")).event["reason"]).toBe("duplicate_session")
    expect((await first.stream.event("RoomLeft")).event["reason"]).toBe("kicked")
  })

  it("delivers a tip with the giver's command, once [CHAT-46] [CHAT-48] [CHAT-49] [CHAT-50] [API-043] [API-080]", async () => {
    const performerId = await scene.performer()
    const giver = await scene.watching(performerId, await scene.member(101_000))
    const other = await scene.watching(performerId)
    const tip = (amount: number, tipType: "kiss" | "gift") =>
      ({ _tag: "SendTip", performerId, amount, tipType, message: "", isPublic: true }) as const
    const { event } = await giver.ask(tip(150, "kiss"))
    expect(event).toMatchObject({ _tag: "TipReceived", amount: 150, tipType: "kiss" })
    expect((await other.stream.event("TipReceived")).event).toEqual(event)
    for (const amount of [99, 100_001]) {
      expect((await giver.ask(tip(amount, "gift"))).event["label"]).toBe("badRequest.amount")
    }
    const toy = await giver.ask({ _tag: "SendToyTip", performerId, amount: 150 })
    expect(toy.event).toMatchObject({ _tag: "ToyTipReceived", intensity: "normal", level: 3 })
    await other.stream.event("ToyActivated")
    const hidden = await giver.ask({ ...tip(150, "kiss"), isPublic: false })
    expect(hidden.event).toMatchObject({ _tag: "TipReceived", isPublic: false })
    expect((await giver.ask(tip(100_000, "gift"))).event).toMatchObject({ amount: 100_000 })
    // Other viewers do not receive the tip that is not public.
    const told = () =>
      other.stream.events.flatMap(({ event }) =>
        event._tag === "TipReceived" ? [event["amount"]] : [],
      )
    await other.stream.until(() => told().includes(100_000))
    expect(told()).toEqual([150, 100_000])
    expect((await giver.ask(tip(1_000, "gift"))).event["label"]).toBe(
      "badRequest.deduct.credits.amount",
    )
  })

  it("takes a tip from a visitor who is somewhere else [API-049]", async () => {
    const performerId = await scene.performer()
    const giver = await scene.loggedIn(await scene.member(1_000))
    const other = await scene.watching(performerId)
    const tip = { performerId, amount: 500, message: "dag", isPublic: true } as const
    const { event, src } = await giver.ask({ _tag: "SendTip", tipType: "heart", ...tip })
    // The call carries no type: the room and the giver are told the same.
    expect(event).toMatchObject({ _tag: "TipReceived", tipType: "gift", ...tip })
    expect(src.from).toBe("member-api")
    const heard = (await other.stream.event("TipReceived")).event
    expect(heard).toMatchObject({ tipType: event["tipType"], ...tip })
    // Other viewers do not receive one that is not public.
    const hidden = { ...tip, amount: 150, isPublic: false } as const
    const own = await giver.ask({ _tag: "SendTip", tipType: "kiss", ...hidden })
    expect(own.event).toMatchObject(hidden)
    const wink = { ...tip, amount: 50, tipType: "wink" } as const
    expect((await giver.ask({ _tag: "SendTip", ...wink })).event).toMatchObject(wink)
    await other.stream.until(() => other.heard("TipReceived") === 2)
    const tips = other.stream.events.filter(({ event }) => event._tag === "TipReceived")
    expect(tips.map(({ event }) => event["amount"])).toEqual([500, 50])
  })
})

describe("paid time", () => {
  const answering = async (performerId: string, credits: number) => {
    const tab = await scene.watching(performerId, await scene.member(credits))
    answerPings(tab)
    return tab
  }

  const tagsOf = (events: ReadonlyArray<OpenEnvelope>) => events.map(({ event }) => event._tag)

  it("begins with the join and ends with a receipt [CHAT-53] [API-046] [API-082]", async () => {
    const performerId = await scene.performer()
    const viewer = await answering(performerId, 300)
    const joined = await viewer.ask(join(performerId, "chat"))
    expect(joined.event).toMatchObject({ mode: "chat", creditsPerMinute: 60 })
    const started = await viewer.stream.event("PaidTimeStarted")
    expect(started.event["sessionId"]).toBe(joined.event["sessionId"])
    expect(started.seq).toBeGreaterThan(joined.seq)
    await viewer.stream.event("PaidTimeCharged")
    const { seq } = await viewer.ask({ _tag: "LeaveRoom", performerId })
    const ended = await viewer.stream.event("PaidTimeEnded")
    expect(ended.seq).toBeLessThan(seq)
    expect(ended.event).toMatchObject({ reason: "left" })
    expect(ended.event["movementIds"]).not.toEqual([])
    expect(tagsOf(viewer.stream.events)).not.toContain("Kicked")
  })

  it("is refused to a member with too few credits, as messages and VIP are [CHAT-40] [CHAT-41] [CHAT-42]", async () => {
    const performerId = await scene.performer()
    const viewer = await answering(performerId, 59)
    const label = "badRequest.deduct.credits.amount"
    const { event, src } = await viewer.ask(join(performerId, "chat"))
    expect([event["label"], src.from]).toEqual([label, "member-api"])
    const unsaid = await viewer.ask(say(performerId, "hallo"))
    expect(unsaid.event).toMatchObject({ _tag: "RoomMessageRefused", label })
    const richer = await answering(performerId, 239)
    const unasked = await richer.ask({ _tag: "RequestVip", performerId })
    expect(unasked.event).toMatchObject({ _tag: "VipRefused", label })
    expect((await richer.ask(say(performerId, "hallo"))).event._tag).toBe("RoomMessageReceived")
  })

  it("is refused to a page that can show no picture, and costs nothing; free chat is not refused [SHOWN-05]", async () => {
    const performerId = await scene.performer()
    const viewer = await answering(performerId, 300)
    for (const mode of ["chat", "vip"] as const) {
      const { event, src } = await viewer.ask({ ...join(performerId, mode), showsPicture: false })
      expect([event._tag, event["label"], src.from]).toEqual([
        "RoomJoinRefused",
        "pictureNotShown",
        "gateway",
      ])
    }
    const unasked = await viewer.ask({ _tag: "RequestVip", performerId, showsPicture: false })
    expect(unasked.event).toMatchObject({ _tag: "VipRefused", label: "pictureNotShown" })
    // The viewer is still in the free room.
    expect((await viewer.ask(say(performerId, "hallo"))).event._tag).toBe("RoomMessageReceived")
    // The balance may be read more than once after a log-in; it is the same each time.
    const balances = viewer.stream.events
      .filter(({ event }) => event._tag === "CreditsChanged")
      .map(({ event }) => event["credits"])
    expect(new Set(balances)).toEqual(new Set([300]))
    const joined = await viewer.ask({ ...join(performerId, "chat"), showsPicture: true })
    expect(joined.event).toMatchObject({ _tag: "RoomJoined", mode: "chat" })
  })

  it("goes on as VIP once it is accepted, and ends when it is stopped [CHAT-22] [CHAT-24] [CHAT-27] [API-044]", async () => {
    const performerId = await scene.performer()
    const viewer = await answering(performerId, 1_000)
    expect((await viewer.ask(join(performerId, "vip"))).event["label"]).toBe("vipNotAccepted")
    const early = await viewer.ask({ _tag: "StopVip", performerId })
    expect(early.event).toMatchObject({ _tag: "VipRefused", label: "vipNotRunning" })
    const requested = await viewer.ask({ _tag: "RequestVip", performerId })
    expect(requested.event).toEqual({ _tag: "VipRequested", performerId })
    expect((await viewer.ask({ _tag: "RequestVip", performerId })).event["label"]).toBe(
      "vipRequested",
    )
    await scene.acts(performerId, "accept")
    await viewer.stream.event("VipAccepted")
    const joined = await viewer.ask(join(performerId, "vip"))
    expect(joined.event).toMatchObject({ mode: "vip", creditsPerMinute: 240 })
    await viewer.stream.event("PaidTimeCharged")
    const camBack = await viewer.ask({ _tag: "StartCamBack", performerId })
    expect(camBack.event._tag).toBe("CamBackStarted")
    expect((await viewer.ask({ _tag: "StopCamBack", performerId })).event._tag).toBe(
      "CamBackStopped",
    )
    const stopped = await viewer.ask({ _tag: "StopVip", performerId })
    expect(stopped.event._tag).toBe("VipStopped")
    const left = await viewer.stream.event("RoomLeft")
    expect([left.event["reason"], left.seq]).toEqual(["requested", stopped.seq + 1])
    expect((await viewer.ask(join(performerId))).event["mode"]).toBe("free")
  })

  it("goes on from private chat to VIP, each with its own receipt", async () => {
    const performerId = await scene.performer()
    const viewer = await answering(performerId, 1_000)
    const chat = await viewer.ask(join(performerId, "chat"))
    await viewer.stream.event("PaidTimeCharged")
    await viewer.ask({ _tag: "RequestVip", performerId })
    await scene.acts(performerId, "accept")
    await viewer.stream.event("VipAccepted")
    const vip = await viewer.ask(join(performerId, "vip"))
    const receipt = await viewer.stream.event("PaidTimeEnded")
    expect(receipt.event["sessionId"]).toBe(chat.event["sessionId"])
    expect(receipt.seq).toBeLessThan(vip.seq)
    await viewer.stream.until(() => viewer.heard("PaidTimeStarted") === 2)
    expect(tagsOf(viewer.stream.events)).not.toContain("Kicked")
    await viewer.ask({ _tag: "LeaveRoom", performerId })
    expect(viewer.heard("PaidTimeEnded")).toBe(2)
  })

  it("is left for watching free, with its receipt and without a kick", async () => {
    const performerId = await scene.performer()
    const viewer = await answering(performerId, 1_000)
    await viewer.ask(join(performerId, "chat"))
    await viewer.stream.event("PaidTimeCharged")
    const free = await viewer.ask(join(performerId))
    expect(free.event).toMatchObject({ _tag: "RoomJoined", mode: "free" })
    const receipt = await viewer.stream.event("PaidTimeEnded")
    expect([receipt.event["reason"], receipt.seq < free.seq]).toEqual(["left", true])
    expect(tagsOf(viewer.stream.events)).not.toContain("Kicked")
  })

  it("is declined in the performer's own words [API-075]", async () => {
    const performerId = await scene.performer()
    const viewer = await answering(performerId, 1_000)
    await viewer.ask({ _tag: "RequestVip", performerId })
    await scene.acts(performerId, "decline", "straks")
    expect((await viewer.stream.event("VipDeclined")).event["reason"]).toBe("straks")
  })
})
