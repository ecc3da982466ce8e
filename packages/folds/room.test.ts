/** A document's knowledge of its room: where lines go, who is inside, and the state of VIP and paid time. */
import { describe, expect, it } from "vitest"
import { TOO_FEW_CREDITS_LABEL } from "@foldcast/contracts/chat-rules"
import type { ClientFact } from "@foldcast/contracts/client-facts/client-fact"
import type { Event } from "@foldcast/contracts/stream/event"
import type { JoinMode, KickReason, MessageType } from "@foldcast/contracts/stream/room"
import { INITIAL_STATE } from "./initial-state.ts"
import { commandId, drawsFrom, generatedLog, TestLog } from "./log.fixtures.ts"
import { MAX_LINES } from "./room-lines.ts"
import type { RoomState } from "./room-state.ts"
import { roomSlice } from "./room.ts"
import { fold, foldAll } from "./site.ts"
import { watchingCount } from "./watching-count.ts"

const performerId = "p1"

const joined = (mode: JoinMode = "free", freeSecondsLeft?: number): Event => ({
  _tag: "RoomJoined",
  performerId,
  mode,
  sessionId: `session-${mode}`,
  nickname: "robin",
  creditsPerMinute: mode === "free" ? 0 : mode === "chat" ? 60 : 240,
  ...(freeSecondsLeft !== undefined && { freeSecondsLeft }),
})
const said = (
  messageId: string,
  messageType: MessageType = "member",
  recipient = "room",
): Event => ({
  _tag: "RoomMessageReceived",
  performerId,
  messageId,
  from: "noor",
  message: `text of ${messageId}`,
  messageType,
  recipient,
})
const sent = (name: string, fact: Partial<ClientFact & { readonly _tag: "CommandSent" }>) =>
  ({ _tag: "CommandSent", commandId: commandId(name), performerId, ...fact }) as ClientFact
const mine = (name: string, messageType: "room" | "host" = "room") =>
  sent(name, { command: "SendRoomMessage", message: "hello", messageType })

const roomOf = (log: TestLog): RoomState => {
  const { room } = log.state
  if (room === null) throw new Error("there is no room")
  return room
}
const inside = (mode: JoinMode = "free") => new TestLog().event(joined(mode))
const ids = (room: RoomState, name: "public" | "private" | "vip") =>
  room.rooms[name].lines.map(({ id }) => id)

describe("the name of a visitor in a room", () => {
  const drawn = { ...joined(), nicknameRefused: "badRequest.lookalike" } as Event
  const renamed = { _tag: "NicknameChanged", performerId, from: "robin", to: "noor" } as const

  it("is a drawn one where their own was refused on entering, until they choose another", () => {
    const log = new TestLog().event(drawn)
    expect(roomOf(log).formerNameRefusal).toBe("badRequest.lookalike")
    // In private chat the visitor keeps the same name.
    expect(roomOf(log.event(joined("chat"))).formerNameRefusal).toBe("badRequest.lookalike")
    log.event({ _tag: "NicknameRefused", performerId, label: "nicknameTaken" })
    expect(roomOf(log)).toMatchObject({
      formerNameRefusal: "badRequest.lookalike",
      nicknameRefusal: "nicknameTaken",
    })
    // Another member was renamed.
    const theirs = { ...renamed, from: "sterre", to: "sanne" } as const
    expect(roomOf(log.event(theirs)).formerNameRefusal).toBe("badRequest.lookalike")
    expect(roomOf(log.event(renamed))).not.toHaveProperty("formerNameRefusal")
  })

  it("is no longer asked for once the visitor has another name", () => {
    const log = new TestLog().event(drawn).event({ ...joined(), nickname: "noor" } as Event)
    expect(roomOf(log)).not.toHaveProperty("formerNameRefusal")
  })
})

describe("a room that is told the same again", () => {
  const of = { performerId } as const
  const events: ReadonlyArray<Event> = [
    said("said-1"),
    { _tag: "RoomMessageRefused", ...of, label: TOO_FEW_CREDITS_LABEL },
    { _tag: "RoomLineErased", ...of, lineId: "said-0", line: "message" },
    { _tag: "RoomModeSwitched", ...of, mode: "paused" },
    { _tag: "RoomSettingsChanged", ...of, messagePrice: 70, hasToy: true },
    { _tag: "NicknameRefused", ...of, label: "nicknameTaken" },
    { _tag: "SourceInterrupted", source: "chat-socket" },
    { _tag: "SourceRestored", source: "chat-socket" },
    { _tag: "PlayerFailed", ...of, code: "1" },
    { _tag: "AudioDenied", ...of },
    { _tag: "VideoDenied", ...of },
    { _tag: "CamBackStarted", ...of },
    { _tag: "CamBackStopRequested", ...of },
    { _tag: "CamBackStopped", ...of },
  ]
  const facts: ReadonlyArray<ClientFact> = [{ _tag: "WalletOpened" }]
  type Row = readonly [string, (log: TestLog) => TestLog]

  it.each([
    ...events.map((event): Row => [event._tag, (log) => log.event(event, commandId("a"))]),
    ...facts.map((fact): Row => [fact._tag, (log) => log.fact(fact)]),
  ])("stays the same object: %s", (_, tell) => {
    const log = tell(inside().fact(mine("a")).fact(mine("b")))
    const before = log.state
    const told = log.entries.length
    const after = tell(log).entries.slice(told).reduce(fold, before)
    expect(after.room).toBe(before.room)
  })
})

describe("the hold of VIP", () => {
  const held = { _tag: "VipHeld", performerId, credits: 40, joinWithinSeconds: 15 } as const
  const accepted = { _tag: "VipAccepted", performerId } as const
  const asked = { _tag: "VipRequested", performerId } as const
  const ended = (isReturned: boolean, waitSeconds?: number): Event => ({
    _tag: "VipHoldEnded",
    performerId,
    credits: 40,
    isReturned,
    reason: isReturned ? "no_picture" : "not_joined",
    ...(waitSeconds !== undefined && { waitSeconds }),
    movementIds: ["tr1"],
  })
  const holding = () => inside().event(asked).event(held).event(accepted)

  it("is used by joining, and shown no more", () => {
    const [, , told] = holding().entries
    const at = told?.kind === "event" ? told.envelope.at : 0
    const hold = { _tag: "Held", credits: 40, joinBy: at + 15_000 }
    expect(roomOf(holding()).vipHold).toEqual(hold)
    expect(roomOf(holding().event(joined("vip"))).vipHold).toBeNull()
    // Private chat is paid separately.
    expect(roomOf(holding().event(joined("chat"))).vipHold).toBeNull()
  })

  it("is kept or paid back as the fact says, with why and until when, until VIP is requested anew", () => {
    const kept = holding().event({ _tag: "VipDisconnected", performerId }).event(ended(false, 60))
    const last = kept.entries.at(-1)
    const at = last?.kind === "event" ? last.envelope.at : 0
    const hold = { _tag: "Kept", credits: 40, reason: "not_joined", until: at + 60_000 }
    expect(roomOf(kept).vipHold).toEqual(hold)
    expect(roomOf(holding().event(ended(false))).vipHold).toMatchObject({ until: null })
    expect(roomOf(kept.event(asked)).vipHold).toBeNull()
    const back = roomOf(holding().event(ended(true)))
    expect(back).toMatchObject({
      vip: { _tag: "None" },
      vipHold: { _tag: "Returned", reason: "no_picture" },
    })
  })

  it("is paid back where its session was lost, and not where the same fact comes again", () => {
    expect(roomOf(holding().event(joined())).vipHold?._tag).toBe("Held")
    const another = { ...joined(), sessionId: "another" } as Event
    const interrupted = { vipHold: { _tag: "Returned", reason: "interrupted" } }
    // It cannot be joined any more, but requested again.
    expect(roomOf(holding().event(another))).toMatchObject({
      ...interrupted,
      vip: { _tag: "None" },
    })
    const after = (reason: "lost" | "requested") =>
      roomOf(holding().event({ _tag: "RoomLeft", performerId, reason }))
    expect(after("lost")).toMatchObject({ ...interrupted, vip: { _tag: "None" } })
    const sentAway = (reason: KickReason) =>
      roomOf(holding().event({ _tag: "Kicked", performerId, reason })).vipHold
    for (const [reason, is] of [
      ["restarted", "restarted"],
      ["kicked", "host_left"],
      ["host_left", "host_left"],
      ["paused", "host_left"],
      ["default", "default"],
    ] as const) {
      expect(sentAway(reason)).toMatchObject({ _tag: "Returned", reason: is })
    }
    expect(sentAway("duplicate_session")).toBeNull()
    // The fold does not learn the hold's result after that.
    expect(after("requested").vipHold).toBeNull()
  })

  it("may be joined again where joining failed, unless the service says that it may not", () => {
    const refused = (label: string) =>
      roomOf(holding().event({ _tag: "RoomJoinRefused", performerId, mode: "vip", label })).vip._tag
    expect([refused("unavailable"), refused("vipNotAccepted")]).toEqual(["Accepted", "Refused"])
  })

  it("is over where joining is refused only after its end", () => {
    const late = (isReturned: boolean) =>
      roomOf(
        holding()
          .event(ended(isReturned, 60))
          .event({ _tag: "RoomJoinRefused", performerId, mode: "vip", label: "vipNotAccepted" }),
      )
    expect(late(false)).toMatchObject({ vip: { _tag: "None" }, vipHold: { _tag: "Kept" } })
    expect(late(true)).toMatchObject({ vip: { _tag: "None" }, vipHold: { _tag: "Returned" } })
  })
})

describe("VIP that is refused for a while", () => {
  it("says until when, whether it is requested or joined", () => {
    const until = (log: TestLog, waitSeconds: number) => {
      const last = log.entries.at(-1)
      return (last?.kind === "event" ? last.envelope.at : 0) + waitSeconds * 1_000
    }
    const asked = inside().event({
      _tag: "VipRefused",
      performerId,
      label: "vipLetGo",
      waitSeconds: 300,
    })
    expect(roomOf(asked).vip).toMatchObject({ label: "vipLetGo", until: until(asked, 300) })
    const refused = { _tag: "RoomJoinRefused", performerId, label: "unansweredTooOften" } as const
    const outside = new TestLog().event({ ...refused, mode: "chat", waitSeconds: 3_600 })
    expect(roomOf(outside).presence).toMatchObject({
      _tag: "Refused",
      until: until(outside, 3_600),
    })
    expect(roomOf(inside().event({ ...refused, mode: "vip" })).vip).toMatchObject({ until: null })
  })
})

describe("a failed stop of VIP", () => {
  const label = "outcomeUnknown"
  const stop = commandId("stop")
  const running = () =>
    inside()
      .event({ _tag: "VipRequested", performerId })
      .event({ _tag: "VipAccepted", performerId })
      .event(joined("vip"))
  const stopped = (log: TestLog) => log.fact(sent("stop", { command: "StopVip" }))
  const failed = () => stopped(running()).fact({ _tag: "CommandFailed", commandId: stop, label })

  it("is shown, and VIP goes on, until it is tried again or over", () => {
    const refused = stopped(running()).event({ _tag: "VipRefused", performerId, label }, stop)
    for (const log of [refused, failed()]) {
      expect(roomOf(log)).toMatchObject({ vip: { _tag: "Running" }, vipStopRefusal: label })
    }
    expect(roomOf(failed().fact(sent("again", { command: "StopVip" }))).vipStopRefusal).toBeNull()
    const ends: ReadonlyArray<Event> = [
      { _tag: "VipStopped", performerId },
      { _tag: "RoomLeft", performerId, reason: "lost" },
    ]
    for (const end of ends) expect(roomOf(failed().event(end)).vipStopRefusal).toBeNull()
  })

  it("is ignored where nothing waits or runs, and a refused request is no stop", () => {
    const idle = stopped(inside()).event({ _tag: "VipRefused", performerId, label }, stop)
    expect(roomOf(idle)).toMatchObject({ vip: { _tag: "None" }, vipStopRefusal: null })
    const asked = inside().event({ _tag: "VipRefused", performerId, label })
    expect(roomOf(asked)).toMatchObject({ vip: { _tag: "Refused", label }, vipStopRefusal: null })
  })

  it("of a request is forgotten once that is accepted or declined", () => {
    const waiting = () =>
      stopped(inside().event({ _tag: "VipRequested", performerId })).event(
        { _tag: "VipRefused", performerId, label },
        stop,
      )
    expect(roomOf(waiting())).toMatchObject({ vip: { _tag: "Requested" }, vipStopRefusal: label })
    for (const _tag of ["VipAccepted", "VipDeclined"] as const) {
      expect(roomOf(waiting().event({ _tag, performerId })).vipStopRefusal).toBeNull()
    }
  })
})

describe("the lines of a room", () => {
  it("are kept in three tabs, each with a count of unseen ones [CHAT-28]", () => {
    const log = inside("chat").event(said("1", "vip")).event(said("2", "vip"))
    expect(Object.keys(roomOf(log).rooms)).toEqual(["public", "private", "vip"])
    expect(roomOf(log).rooms.vip).toMatchObject({ unseen: 2, lines: [{ id: "1" }, { id: "2" }] })
    expect(roomOf(log).rooms.public.unseen).toBe(0)
  })

  it.each<{ mode: JoinMode; type: MessageType; to: string; room: "public" | "private" | "vip" }>([
    { mode: "free", type: "room", to: "room", room: "private" },
    { mode: "chat", type: "room", to: "room", room: "private" },
    { mode: "free", type: "vip", to: "room", room: "vip" },
    { mode: "vip", type: "vip", to: "room", room: "vip" },
    { mode: "free", type: "member", to: "room", room: "public" },
    { mode: "free", type: "host", to: "room", room: "public" },
    { mode: "free", type: "host", to: "robin", room: "private" },
    { mode: "chat", type: "host", to: "room", room: "private" },
    { mode: "chat", type: "member", to: "host", room: "private" },
    { mode: "vip", type: "room", to: "room", room: "private" },
    { mode: "vip", type: "host", to: "room", room: "vip" },
    { mode: "vip", type: "host", to: "robin", room: "vip" },
    { mode: "vip", type: "member", to: "host", room: "vip" },
    { mode: "free", type: "notice", to: "room", room: "public" },
    { mode: "chat", type: "notice", to: "room", room: "private" },
    { mode: "vip", type: "notice", to: "room", room: "vip" },
  ])(
    "of type $type to $to while in $mode are in the $room tab [CHAT-33, CHAT-34, CHAT-35, CHAT-36]",
    ({ mode, type, to, room }) => {
      const state = roomOf(inside(mode).event(said("1", type, to)))
      expect(ids(state, room)).toEqual(["1"])
      expect(state.rooms[room].lines[0]).toMatchObject({
        message: "text of 1",
        messageType: type,
        recipient: to,
      })
    },
  )

  it("are the last 200, and one that comes twice is there once", () => {
    const log = inside()
    for (let i = 0; i < MAX_LINES + 50; i++) log.event(said(`m${i}`))
    log.event(said(`m${MAX_LINES + 49}`))
    expect(ids(roomOf(log), "public")).toHaveLength(MAX_LINES)
    expect(ids(roomOf(log), "public").at(0)).toBe("m50")
    expect(ids(roomOf(log), "public").at(-1)).toBe("m249")
  })

  it("have tips, toy tips and announcements as kinds of their own [CHAT-08, CHAT-09]", () => {
    const tip = { performerId, from: "noor", amount: 50, message: "", isPublic: true } as const
    const log = inside()
      .event({ _tag: "TipReceived", tipId: "t1", tipType: "wink", ...tip })
      .event({
        _tag: "ToyTipReceived",
        tipId: "t2",
        intensity: "low",
        level: 1,
        seconds: 2,
        ...tip,
      })
      .event({ _tag: "RoomAnnounced", performerId, messageId: "a1", message: "News" })
    const tags = roomOf(log).rooms.public.lines.map(({ _tag }) => _tag)
    expect(tags).toEqual(["Tipped", "ToyTipped", "Announced"])
  })

  it("say in place of a line that it is gone with its writer's account, once", () => {
    const tip = {
      _tag: "TipReceived",
      performerId,
      tipId: "2",
      from: "noor",
      amount: 150,
      tipType: "kiss",
      message: "",
      isPublic: true,
    } as const
    const erased = (lineId: string, line: "message" | "tip" = "message"): Event => ({
      _tag: "RoomLineErased",
      performerId,
      lineId,
      line,
    })
    const log = inside().event(said("1")).event(tip).event(said("3"))
    const before = roomOf(log).rooms.public
    for (const event of [erased("1"), erased("2", "tip"), erased("1")]) log.event(event)
    const { lines, unseen } = roomOf(log).rooms.public
    expect(lines.map(({ _tag, id }) => [_tag, id])).toEqual([
      ["Erased", "1"],
      ["Erased", "2"],
      ["Said", "3"],
    ])
    expect(lines.map(({ at }) => at)).toEqual(before.lines.map(({ at }) => at))
    expect(unseen).toBe(before.unseen)
    // Also in a room other than the visitor's present one.
    log.event(joined("vip")).event(erased("3"))
    expect(roomOf(log).rooms.public.lines.map(({ _tag }) => _tag)).toEqual(Array(3).fill("Erased"))
    expect(roomOf(log).rooms.vip.lines).toEqual([])
    // A line that was never shown, as after an interruption, is reported at the end.
    log.event(joined()).event(erased("4")).event(erased("4")).event(said("5"))
    expect(ids(roomOf(log), "public")).toEqual(["1", "2", "3", "4", "5"])
  })

  it("keep announcements and events, whoever is erased", () => {
    const log = inside()
      .event({ _tag: "RoomAnnounced", performerId, messageId: "1", message: "welcome" })
      .event({ _tag: "RoomLineErased", performerId, lineId: "1", line: "message" })
    expect(roomOf(log).rooms.public.lines.map(({ _tag }) => _tag)).toEqual(["Announced", "Erased"])
    log.event({ _tag: "VipRequested", performerId })
    const [happened] = ids(roomOf(log), "public").slice(-1)
    if (happened === undefined) throw new Error("nothing happened")
    log.event({ _tag: "RoomLineErased", performerId, lineId: happened, line: "message" })
    const tags = roomOf(log).rooms.public.lines.map(({ _tag }) => _tag)
    expect(tags).toEqual(["Announced", "Erased", "Action", "Erased"])
  })

  it("tell of free chat and VIP as they change [CHAT-20]", () => {
    const log = inside()
    for (const mode of ["free", "vip"] as const) {
      log.event({ _tag: "RoomModeSwitched", performerId, mode })
    }
    for (const _tag of [
      "FreeChatStopped",
      "FreeChatStarted",
      "VipRequested",
      "VipDeclined",
      "VipRequested",
      "VipAccepted",
      "VipStopped",
    ] as const) {
      log.event({ _tag, performerId })
    }
    const actions = roomOf(log).rooms.public.lines.map((line) =>
      line._tag === "Action" ? line.action : line._tag,
    )
    expect(actions).toEqual([
      "vipStarted",
      "freeChatStopped",
      "freeChatStarted",
      "vipRequested",
      "vipDeclined",
      "vipRequested",
      "vipAccepted",
      "vipStopped",
    ])
  })
})

describe("the tabs of a room", () => {
  const select = (tab: 0 | 1 | 2 | 3) => ({ _tag: "LiveTabSelected", tab }) as const

  it("are an active and a previous one, and the third is never the previous", () => {
    const log = inside()
    expect(roomOf(log.fact(select(1))).tabs).toEqual({ active: 1, previous: 0 })
    expect(roomOf(log.fact(select(2))).tabs).toEqual({ active: 2, previous: 1 })
    expect(roomOf(log.fact(select(0))).tabs).toEqual({ active: 0, previous: 1 })
  })

  it("open with paid time, and go back to the previous one after it, never to the third [CHAT-30]", () => {
    const joined = (mode: "free" | "chat" | "vip") =>
      ({
        _tag: "RoomJoined",
        performerId,
        mode,
        sessionId: `s-${mode}`,
        nickname: "noor",
        creditsPerMinute: mode === "free" ? 0 : 60,
      }) as const
    const paidFrom = (tab: 0 | 1 | 2 | 3, mode: "chat" | "vip") => {
      const log = inside().fact(select(tab)).event(joined(mode))
      const during = roomOf(log).tabs.active
      log.event({ _tag: "RoomLeft", performerId, reason: "requested" })
      log.fact({
        _tag: "CommandSent",
        ...{ commandId: commandId("j"), command: "JoinRoom" },
        performerId,
        mode: "free",
      })
      return [during, roomOf(log.event(joined("free"))).tabs.active]
    }
    expect(paidFrom(0, "chat")).toEqual([1, 0])
    expect(paidFrom(3, "chat")).toEqual([1, 3])
    expect(paidFrom(2, "chat")).toEqual([1, 0])
    expect(paidFrom(1, "vip")).toEqual([3, 1])
  })

  it("have nothing unseen once they are looked at [CHAT-31]", () => {
    const log = inside().event(said("1", "room"))
    expect(roomOf(log).rooms.private.unseen).toBe(1)
    expect(roomOf(log.fact(select(1))).rooms.private.unseen).toBe(0)
    expect(roomOf(log.event(said("2", "room"))).rooms.private.unseen).toBe(0)
    expect(roomOf(log.event(said("3"))).rooms.public.unseen).toBe(1)
    expect(roomOf(log.fact(select(0))).rooms.public.unseen).toBe(0)
  })
})

describe("the visitor's own line", () => {
  it("shows at once, and as a line of the room once it has come, in the tab in which it was typed", () => {
    const log = inside().fact(mine("1"))
    expect(roomOf(log).outgoing).toMatchObject([{ message: "hello", failure: null }])
    log.event(said("m1", "room"), commandId("1"))
    expect(roomOf(log).outgoing).toEqual([])
    expect(roomOf(log).rooms.public.lines).toMatchObject([{ id: "m1", isOwn: true }])
    expect(roomOf(log).rooms.private.lines).toEqual([])
  })

  it("that was refused stays with the reason, until it is discarded [ERR-19]", () => {
    const log = inside().fact(mine("1"))
    log.event({ _tag: "RoomMessageRefused", performerId, label: "messageMuted" }, commandId("1"))
    expect(roomOf(log).outgoing).toMatchObject([{ failure: "messageMuted" }])
    log.fact({ _tag: "OwnLineDiscarded", commandId: commandId("1") })
    expect(roomOf(log).outgoing).toEqual([])
  })

  it("that was never admitted is shown as failed", () => {
    const log = inside().fact(mine("1"))
    log.fact({ _tag: "CommandFailed", commandId: commandId("1"), label: "noAnswer" })
    expect(roomOf(log).outgoing).toMatchObject([{ failure: "noAnswer" }])
  })
})

describe("a viewer who ran out of credits", () => {
  const kicked = (reason: KickReason) =>
    inside("chat")
      .event({ _tag: "Kicked", performerId, reason })
      .event({ _tag: "RoomLeft", performerId, reason: "kicked" })

  it("is marked while they watch free, until they pay again, and nobody else is [CHAT-37]", () => {
    const watching = kicked("credits").event(joined())
    expect(roomOf(watching).creditsKicked).toBe(true)
    expect(roomOf(watching.event(joined("chat"))).creditsKicked).toBe(false)
    expect(roomOf(kicked("paused").event(joined())).creditsKicked).toBe(false)
  })
})

describe("the number of viewers", () => {
  it("is right where those who came, left or were renamed are no longer listed", () => {
    const listed = {
      _tag: "RoomMembersListed",
      performerId,
      count: 1,
      nicknames: ["noor"],
    } as const
    const log = inside().event(listed)
    const erased = (was: "joined" | "left" | "renamed") =>
      roomOf(log.event({ _tag: "RoomMemberErased", performerId, was })).members
    expect(erased("joined")).toEqual({ count: 2, nicknames: ["noor"] })
    expect(erased("renamed").count).toBe(2)
    for (const count of [1, 0, 0]) expect(erased("left").count).toBe(count)
  })
})

describe("the number of viewers outside free chat", () => {
  const came = { _tag: "RoomMemberJoined", performerId, nickname: "sanne" } as const
  const gone = { _tag: "RoomMemberLeft", performerId, nickname: "noor" } as const

  it.each(["vip", "chat", "paused", "offline"] as const)(
    "is the service's alone in %s: whoever comes may see nothing, whoever goes may have seen nothing",
    (mode) => {
      const log = inside()
        .event({ _tag: "RoomMembersListed", performerId, count: 1, nicknames: ["robin", "noor"] })
        .event({ _tag: "RoomModeSwitched", performerId, mode })
      const { members } = roomOf(log.event(came).event(gone))
      expect(members).toEqual({ count: 1, nicknames: ["robin", "sanne"] })
    },
  )

  it("is one in VIP, however many stand before the blurred picture, and none where nobody sees her", () => {
    const counted = (mode: RoomState["mode"]) =>
      watchingCount({ mode, members: { count: 12, nicknames: [] } })
    expect(["free", "chat"].map((mode) => counted(mode as "free" | "chat"))).toEqual([12, 12])
    expect(counted("vip")).toBe(1)
    expect([counted("paused"), counted("offline"), counted(null)]).toEqual([null, null, null])
  })
})

describe("the news of a room that is joined again", () => {
  const of = { performerId } as const
  const joining = (name: string) => sent(name, { command: "JoinRoom", mode: "free" })
  const told = (log: TestLog) => {
    const { tip, vip, vipHold, nicknameRefusal } = roomOf(log)
    return { tip: tip._tag, vip: vip._tag, vipHold, nicknameRefusal }
  }
  const nothing = { tip: "None", vip: "None", vipHold: null, nicknameRefusal: null }
  const withNews = () =>
    inside()
      .event({ _tag: "TipRefused", ...of, label: "noToy" })
      .event({ _tag: "VipDeclined", ...of })
      .event({ _tag: "NicknameRefused", ...of, label: "nicknameTaken" })

  it.each([
    { _tag: "Kicked", ...of, reason: "duplicate_session" },
    { _tag: "Kicked", ...of, reason: "credits" },
    { _tag: "RoomLeft", ...of, reason: "requested" },
  ] as ReadonlyArray<Event>)("holds no earlier notice after an end that was shown: %j", (end) => {
    expect(told(withNews())).not.toEqual(nothing)
    expect(told(withNews().event(end).fact(joining("again")))).toEqual(nothing)
  })

  it("holds how VIP ended where free chat follows by itself, and a tip of which nobody knows", () => {
    const stopped = inside("vip")
      .event({ _tag: "TipUnknown", ...of })
      .event({ _tag: "VipStopped", ...of })
      .event({ _tag: "RoomLeft", ...of, reason: "requested" })
      .fact(joining("free"))
      .event(joined())
    expect(told(stopped)).toMatchObject({ vip: "Stopped", tip: "Unknown" })
    const again = stopped
      .event({ _tag: "Kicked", ...of, reason: "duplicate_session" })
      .fact(joining("again"))
    expect(told(again)).toMatchObject({ vip: "None", tip: "Unknown" })
  })

  it("says in another mode nothing of a tip of before", () => {
    const given = inside().event({ _tag: "TipRefused", ...of, label: "noToy" })
    expect(roomOf(given.event(joined())).tip._tag).toBe("Refused")
    expect(roomOf(given.event(joined("chat"))).tip._tag).toBe("None")
  })
})

describe("a performer who ends her show", () => {
  const of = { performerId } as const
  const actions = (log: TestLog) =>
    roomOf(log).rooms.public.lines.map((line) => (line._tag === "Action" ? line.action : line.id))

  it("is told as that, and not as a lost connection, where a service tells both", () => {
    const lost = inside().event({ _tag: "HostLeft", ...of })
    expect(actions(lost)).toEqual(["hostLeft"])
    expect(actions(lost.event({ _tag: "RoomClosed", ...of }))).toEqual(["roomClosed"])
    // A connection that was lost and came back stays told.
    const back = inside()
      .event({ _tag: "HostLeft", ...of })
      .event(said("said-1"))
      .event({ _tag: "RoomClosed", ...of })
    expect(actions(back)).toEqual(["hostLeft", "said-1", "roomClosed"])
  })
})

describe("the visitor's presence in a room", () => {
  it("begins with joining, and stays while another mode is requested [CHAT-11, CHAT-12]", () => {
    const log = new TestLog().fact(sent("1", { command: "JoinRoom", mode: "free" }))
    expect(roomOf(log).presence).toMatchObject({ _tag: "Joining", mode: "free" })
    log.event(joined("free"), commandId("1"))
    log.fact(sent("2", { command: "JoinRoom", mode: "chat" }))
    expect(roomOf(log).presence).toMatchObject({ _tag: "Inside", mode: "free" })
    log.event(joined("chat"), commandId("2"))
    expect(roomOf(log).presence).toMatchObject({ _tag: "Inside", mode: "chat" })
    log.event({ _tag: "RoomLeft", performerId, reason: "requested" })
    expect(roomOf(log).presence).toEqual({ _tag: "Ended", mode: "chat", why: "requested" })
  })

  it("has a guest's time with its moment, and a member's has none [CHAT-15, CHAT-17]", () => {
    const guest = roomOf(new TestLog().event(joined("free", 300))).presence
    expect(guest).toMatchObject({
      freeTime: { secondsLeft: 300, at: 1_000, isRunning: true },
    })
    expect(roomOf(inside()).presence).toMatchObject({ freeTime: null })
  })

  it("has a guest's time stop and go on as the service says, and a member's none all the same [CHAT-15]", () => {
    const changed = (secondsLeft: number, isRunning: boolean): Event => ({
      _tag: "FreeTimeChanged",
      performerId,
      secondsLeft,
      isRunning,
    })
    const log = new TestLog().event(joined("free", 300)).event(changed(240, false))
    expect(roomOf(log).presence).toMatchObject({ freeTime: { secondsLeft: 240, isRunning: false } })
    log.event(changed(240, true))
    expect(roomOf(log).presence).toMatchObject({ freeTime: { secondsLeft: 240, isRunning: true } })
    const member = inside().event(changed(240, false))
    expect(roomOf(member).presence).toMatchObject({ _tag: "Inside", freeTime: null })
  })

  it.each<KickReason>(["guest_expired", "duplicate_session", "paused", "credits", "default"])(
    "ends with its reason: %s, whatever comes after it [CHAT-16, CHAT-18, CHAT-19]",
    (reason) => {
      const log = inside("chat").event({ _tag: "Kicked", performerId, reason })
      log.event({ _tag: "RoomLeft", performerId, reason: "kicked" })
      const room = roomOf(log)
      expect(room.presence).toEqual({ _tag: "Ended", mode: "chat", why: reason })
      expect(room.creditsKicked).toBe(reason === "credits")
    },
  )

  it("waits for VIP under the session that requested it, and no longer", () => {
    const asked = () => inside().event({ _tag: "VipRequested", performerId })
    const refused = { mode: "vip", label: "vipNotAccepted" } as const
    const vipAfter = (event: Event) => roomOf(asked().event(event)).vip._tag
    expect(vipAfter(joined("free"))).toBe("Requested")
    expect(vipAfter({ _tag: "RoomJoinRefused", performerId, ...refused })).toBe("Requested")
    expect(vipAfter(joined("chat"))).toBe("None")
  })

  it("knows of an interruption and of its end", () => {
    const log = inside().event({ _tag: "SourceInterrupted", source: "chat-socket" })
    expect(roomOf(log).isInterrupted).toBe(true)
    log.event({ _tag: "SourceRestored", source: "chat-socket" })
    expect(roomOf(log).isInterrupted).toBe(false)
  })

  it("is outside after a log-out and a new stream", () => {
    expect(inside().event({ _tag: "LoggedOut", reason: "requested" }).state.room).toBeNull()
    expect(inside().event({ _tag: "StreamReset", reason: "epoch" }).state.room).toBeNull()
  })

  it("ignores facts of another performer's room", () => {
    const log = inside()
    const before = roomOf(log)
    log.event({ _tag: "FreeChatStopped", performerId: "p2" })
    log.event({ _tag: "Kicked", performerId: "p2", reason: "default" })
    expect(roomOf(log)).toEqual(before)
  })
})

describe("the player of a room", () => {
  it("is muted until its sound is turned on, which stays on in the next room", () => {
    const log = inside()
    expect(roomOf(log).isMuted).toBe(true)
    log.fact({ _tag: "Unmuted" })
    const next = { performerId: "p2", mode: "free", label: "performerBusy" } as const
    log.event({ _tag: "RoomJoinRefused", ...next })
    expect(roomOf(log)).toMatchObject({ performerId: "p2", isMuted: false })
  })

  it("counts how often a picture was announced", () => {
    const log = inside().event({ _tag: "VideoAvailable", performerId })
    expect(roomOf(log).player).toMatchObject({ video: "available", videoTold: 1 })
    log.event({ _tag: "VideoDenied", performerId })
    expect(roomOf(log).player).toMatchObject({ video: "denied", videoTold: 1 })
    log.event({ _tag: "VideoAvailable", performerId })
    expect(roomOf(log).player).toMatchObject({ video: "available", videoTold: 2 })
  })

  it("has the flags of a stream", () => {
    const log = inside("vip").fact({ _tag: "Muted" }).event({ _tag: "CamBackStarted", performerId })
    const { vip, presence, isMuted, miniPlayer, creditsKicked, dialIn, camBack } = roomOf(log)
    expect({ vip: vip._tag, presence: presence._tag, isMuted, miniPlayer, creditsKicked }).toEqual({
      vip: "Running",
      presence: "Inside",
      isMuted: true,
      miniPlayer: false,
      creditsKicked: false,
    })
    expect({ dialIn, camBack }).toEqual({ dialIn: false, camBack: "on" })
    expect(roomOf(log.fact({ _tag: "Unmuted" })).isMuted).toBe(false)
  })

  it("shows a camera in the session that it began in alone", () => {
    const log = inside("chat").event({ _tag: "CamBackStarted", performerId })
    expect(roomOf(log.event(joined("chat"))).camBack).toBe("on")
    const other = { ...joined("vip"), sessionId: "another-session" } as Event
    expect(roomOf(log.event(other)).camBack).toBe("off")
  })
})

describe("the reason for too few credits", () => {
  const label = TOO_FEW_CREDITS_LABEL
  it.each<{ readonly event: Event; readonly what: RoomState["shortFor"] }>([
    { event: { _tag: "RoomJoinRefused", performerId, mode: "chat", label }, what: "joining" },
    { event: { _tag: "RoomJoinRefused", performerId, mode: "vip", label }, what: "vip" },
    { event: { _tag: "RoomMessageRefused", performerId, label }, what: "chat" },
    { event: { _tag: "TipRefused", performerId, label }, what: "tip" },
    { event: { _tag: "VipRefused", performerId, label }, what: "vip" },
    { event: { _tag: "Kicked", performerId, reason: "credits" }, what: "stream" },
  ])("is $what, until its window is closed", ({ event, what }) => {
    const log = inside().event(event)
    expect(roomOf(log).shortFor).toBe(what)
    expect(roomOf(log.fact({ _tag: "DialogClosed", dialog: "noCredits" })).shortFor).toBeNull()
  })

  it.each([
    { when: "credits are being bought", fact: { _tag: "WalletOpened" } },
    { when: "its window was read", fact: { _tag: "DialogClosed", dialog: "noCredits" } },
  ] as const)("is dropped for a tip or VIP once $when", ({ fact }) => {
    const log = inside()
      .event({ _tag: "TipRefused", performerId, label })
      .event({ _tag: "VipRefused", performerId, label })
    expect(roomOf(log)).toMatchObject({ tip: { _tag: "Refused" }, vip: { _tag: "Refused" } })
    const { tip, vip } = roomOf(log.fact(fact))
    expect([tip._tag, vip._tag]).toEqual(["None", "None"])
    const offline = inside().event({ _tag: "TipRefused", performerId, label: "performerOffline" })
    expect(roomOf(offline.fact(fact)).tip._tag).toBe("Refused")
  })

  it("is absent where something was refused for another reason", () => {
    const log = inside().event({ _tag: "TipRefused", performerId, label: "performerOffline" })
    expect(roomOf(log).shortFor).toBeNull()
  })
})

describe("paid time", () => {
  const paidOf = (sessionId: string) => ({ performerId, sessionId }) as const

  it.each<{ readonly what: string; readonly stops: Event; readonly goesOn: Event }>([
    {
      what: "the performer is in a pause",
      stops: { _tag: "RoomModeSwitched", performerId, mode: "paused" },
      goesOn: { _tag: "RoomModeSwitched", performerId, mode: "chat" },
    },
    {
      what: "the room's connection is lost",
      stops: { _tag: "SourceInterrupted", source: "chat-socket" },
      goesOn: { _tag: "SourceRestored", source: "chat-socket" },
    },
  ])("stands still on the meter while $what, within what was charged", ({ stops, goesOn }) => {
    const log = inside()
      .event({ _tag: "RoomModeSwitched", performerId, mode: "chat" })
      .event({ _tag: "PaidTimeStarted", ...paidOf("s1"), mode: "chat", creditsPerMinute: 60 })
      .event({ _tag: "PaidTimeCharged", ...paidOf("s1"), credits: 10, seconds: 3 })
      .event(stops)
    const stopped = roomOf(log).paid
    expect(stopped?.isRunning).toBe(false)
    expect(stopped?.seconds).toBeGreaterThanOrEqual(3)
    expect(stopped?.seconds).toBeLessThanOrEqual(10)
    const again = roomOf(log.event(goesOn)).paid
    expect(again).toMatchObject({ isRunning: true, seconds: stopped?.seconds })
  })

  it("stands still from when the service says that nothing is charged, until it says otherwise", () => {
    const log = inside("chat").event({ _tag: "RoomModeSwitched", performerId, mode: "chat" })
    const told = (credits: number, seconds: number, isRunning?: boolean) =>
      log.event({
        _tag: "PaidTimeCharged",
        ...paidOf("s1"),
        credits,
        seconds,
        ...(isRunning !== undefined && { isRunning }),
      })
    log.event({ _tag: "PaidTimeStarted", ...paidOf("s1"), mode: "chat", creditsPerMinute: 60 })
    told(10, 0, true)
    // A missing picture alone is no reason: its first seconds are paid for.
    log.event({ _tag: "VideoDenied", performerId })
    expect(roomOf(log).paid).toMatchObject({ isHeld: false, isRunning: true })
    told(10, 7, false)
    const held = { isHeld: true, isRunning: false, credits: 10, seconds: 7 }
    expect(roomOf(log).paid).toMatchObject(held)
    // Neither other room events nor totals without `isRunning` resume it.
    log.event({ _tag: "RoomModeSwitched", performerId, mode: "paused" })
    log.event({ _tag: "RoomModeSwitched", performerId, mode: "chat" })
    told(10, 7)
    expect(roomOf(log).paid).toMatchObject(held)
    told(10, 7, true)
    expect(roomOf(log).paid).toMatchObject({ isHeld: false, isRunning: true, seconds: 7 })
    log.event({ _tag: "PaidTimeStarted", ...paidOf("s2"), mode: "chat", creditsPerMinute: 60 })
    expect(roomOf(log).paid).toMatchObject({ isHeld: false, isRunning: true })
  })

  it("leaves its receipt readable in the room that was entered next", () => {
    const log = inside()
      .event({ _tag: "PaidTimeStarted", ...paidOf("s1"), mode: "chat", creditsPerMinute: 60 })
      .event({
        _tag: "RoomJoined",
        performerId: "p2",
        mode: "free",
        sessionId: "s2",
        nickname: "noor",
        creditsPerMinute: 0,
      })
      .event({
        _tag: "PaidTimeEnded",
        ...paidOf("s1"),
        credits: 7,
        seconds: 7,
        reason: "left",
        movementIds: [],
      })
    expect(roomOf(log)).toMatchObject({
      performerId: "p2",
      receipt: { performerId, credits: 7, sessionId: "s1" },
    })
  })

  it("is what the ledger charged for its own session, and ends as a receipt", () => {
    const log = inside("chat")
      .event({ _tag: "PaidTimeStarted", ...paidOf("s1"), mode: "chat", creditsPerMinute: 60 })
      .event({ _tag: "PaidTimeCharged", ...paidOf("s1"), credits: 20, seconds: 10 })
      .event({ _tag: "PaidTimeCharged", ...paidOf("other"), credits: 999, seconds: 999 })
    expect(roomOf(log).paid).toMatchObject({ credits: 20, seconds: 10 })
    const receipt = { credits: 15, seconds: 15, reason: "left", movementIds: ["tr1"] } as const
    log.event({ _tag: "PaidTimeEnded", ...paidOf("s1"), ...receipt })
    expect(roomOf(log)).toMatchObject({ paid: null, receipt: { mode: "chat", ...receipt } })
    expect(roomOf(log.fact({ _tag: "ReceiptClosed" })).receipt).toBeNull()
  })
})

describe("any order of a room's facts", () => {
  /** Facts of one room, from all tags that it folds, so that rare ones occur together too. */
  const roomLog = (seed: number) => {
    const tags = new Set([...Object.keys(roomSlice.events), ...Object.keys(roomSlice.facts)])
    const draw = drawsFrom(seed * 31 + 7)
    return generatedLog(seed, 1_500).flatMap((entry) => {
      const content = entry.kind === "event" ? entry.envelope.event : entry.fact.fact
      if (!tags.has(content._tag)) return []
      if (content._tag === "StreamReset" && draw() % 5 !== 0) return []
      return [entry]
    })
  }

  it.each([1, 2, 3, 4, 5, 6])(
    "folds in a batch as it folds live, and stays bounded: %i",
    (seed) => {
      const log = roomLog(seed)
      expect(log.length).toBeGreaterThan(200)
      let live = INITIAL_STATE
      let met = 0
      for (const entry of log) {
        live = fold(live, entry)
        const { room } = live
        if (room === null) continue
        met += 1
        for (const { lines, unseen } of Object.values(room.rooms)) {
          expect(lines.length).toBeLessThanOrEqual(MAX_LINES)
          expect(unseen).toBeLessThanOrEqual(MAX_LINES)
        }
        expect(room.outgoing.length).toBeLessThanOrEqual(20)
        expect(room.tabs.previous).not.toBe(2)
      }
      expect(met).toBeGreaterThan(0)
      expect(foldAll(INITIAL_STATE, log)).toEqual(live)
    },
  )
})
