/** The reactions to a room's events. */
import { Subject } from "rxjs"
import { describe, expect, it } from "vitest"
import { TOO_FEW_CREDITS_LABEL } from "@foldcast/contracts/chat-rules"
import type { ClientFactOf } from "@foldcast/contracts/client-facts/client-fact"
import type { EventId, MemberId } from "@foldcast/contracts/ids"
import { type Event, FACT_TRAITS } from "@foldcast/contracts/stream/event"
import type { JoinMode, KickReason, LeaveReason } from "@foldcast/contracts/stream/room"
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import { foldAll } from "@foldcast/folds/site"
import "@foldcast/folds/with-room"
import type { SiteState } from "@foldcast/folds/site-state"
import type { Effect } from "./effect.ts"
import { roomReactions } from "./room.ts"

const performerId = "p1"

const joined = (mode: JoinMode): Event => ({
  _tag: "RoomJoined",
  performerId,
  mode,
  sessionId: `session-${mode}`,
  nickname: "robin",
  creditsPerMinute: mode === "free" ? 0 : 60,
})
const left = (reason: LeaveReason): Event => ({ _tag: "RoomLeft", performerId, reason })
const kicked = (reason: KickReason): ReadonlyArray<Event> => [
  { _tag: "Kicked", performerId, reason },
  left("kicked"),
]
const loggedIn: Event = {
  _tag: "LoggedIn",
  memberId: "m1" as MemberId,
  username: "robin",
  verified: true,
}

type Entry = Event | ClientFactOf<"MiniPlayerShown">

/** A document in a room, on the performer's profile or elsewhere: batches of facts in, effects out. */
const followAt = (
  isAt: boolean,
  ...batches: ReadonlyArray<ReadonlyArray<Entry>>
): ReadonlyArray<Effect> => {
  const states$ = new Subject<SiteState>()
  const effects: Array<Effect> = []
  roomReactions(states$, { isAt: (shown) => isAt && shown === performerId }).subscribe((effect) =>
    effects.push(effect),
  )
  let state = INITIAL_STATE
  let seq = 0
  states$.next(state)
  for (const batch of batches) {
    const entries = batch.map((event) => {
      if (event._tag === "MiniPlayerShown") {
        return { kind: "client", fact: { n: 1, after: seq, at: seq, fact: event } } as const
      }
      seq += 1
      const envelope = {
        seq,
        id: `event-${seq}` as EventId,
        at: seq,
        ...FACT_TRAITS[event._tag],
        src: { from: "gateway" },
        event,
      } as const
      return { kind: "event", envelope } as const
    })
    state = foldAll(state, entries)
    states$.next(state)
  }
  return effects
}

const follow = (...batches: ReadonlyArray<ReadonlyArray<Entry>>) => followAt(true, ...batches)

const join = (mode: JoinMode) => ({
  _tag: "SendCommand",
  command: { _tag: "JoinRoom", performerId, mode },
  commandId: null,
})
const noCredits = { _tag: "DispatchFact", fact: { _tag: "DialogOpened", dialog: "noCredits" } }

describe("the reactions to VIP", () => {
  it("join it once when it was accepted", () => {
    const accepted = [{ _tag: "VipAccepted", performerId }] as const
    const members = [{ _tag: "RoomMemberJoined", performerId, nickname: "noor" }] as const
    expect(follow([joined("free")], accepted, members)).toEqual([join("vip")])
  })
})

describe("the reactions after a paid session", () => {
  it.each<{ readonly how: string; readonly facts: ReadonlyArray<Event> }>([
    { how: "it was left by a press", facts: [left("requested")] },
    {
      how: "VIP was stopped",
      facts: [{ _tag: "VipStopped", performerId }, left("requested")],
    },
    {
      how: "VIP broke off",
      facts: [{ _tag: "VipDisconnected", performerId }, left("lost")],
    },
    { how: "the connection was lost", facts: [left("lost")] },
    { how: "the page was in the back-forward cache and is back", facts: [left("unloaded")] },
  ])("go on watching free where $how", ({ facts }) => {
    expect(follow([joined("vip")], facts)).toEqual([join("free")])
  })

  it.each<KickReason>(["vip_started", "kicked", "duplicate_session", "guest_expired", "silent"])(
    "leave the notice where it ended for %s",
    (reason) => {
      expect(follow([joined("chat")], kicked(reason))).toEqual([])
    },
  )

  it("join nothing where it was closed in its corner elsewhere, and free chat where it ended there by itself", () => {
    const corner = [{ _tag: "MiniPlayerShown" }] as const
    expect(followAt(false, [joined("chat")], corner, [left("requested")])).toEqual([])
    expect(followAt(false, [joined("vip")], corner, [left("switched")])).toEqual([join("free")])
  })

  it("join free chat on her profile, also with the player scrolled out of view", () => {
    const corner = [{ _tag: "MiniPlayerShown" }] as const
    expect(followAt(true, [joined("chat")], corner, [left("requested")])).toEqual([join("free")])
    expect(followAt(true, [joined("vip")], corner, [left("requested")])).toEqual([join("free")])
  })

  it("join nothing where she has gone offline, and nothing after watching free", () => {
    const closed = { _tag: "RoomClosed", performerId } as const
    expect(follow([joined("chat")], [closed, left("requested")])).toEqual([])
    expect(follow([joined("free")], [left("requested")])).toEqual([])
  })
})

describe("the reactions to too few credits", () => {
  const label = TOO_FEW_CREDITS_LABEL
  it.each<ReadonlyArray<Event>>([
    [{ _tag: "TipRefused", performerId, label }],
    [{ _tag: "VipRefused", performerId, label }],
    [{ _tag: "RoomJoinRefused", performerId, mode: "chat", label }],
    [{ _tag: "RoomMessageRefused", performerId, label }],
    kicked("credits"),
  ])("open the window that says so", (...facts) => {
    expect(follow([joined("free")], facts)).toEqual([noCredits])
  })
})

describe("a log-in's reactions in a room", () => {
  it("join as a member the room in which a guest's time was over", () => {
    expect(follow([joined("free")], kicked("guest_expired"), [loggedIn])).toEqual([join("free")])
  })

  it("join as a member the room that let no guest in", () => {
    const refused: Event = {
      _tag: "RoomJoinRefused",
      performerId,
      mode: "free",
      label: "guestExpired",
    }
    expect(follow([refused], [loggedIn])).toEqual([join("free")])
    expect(followAt(false, [refused], [loggedIn])).toEqual([])
  })

  it("begin nothing away from her profile, where the watched room goes on", () => {
    expect(followAt(false, [joined("free")], kicked("guest_expired"), [loggedIn])).toEqual([])
    expect(followAt(false, [joined("free")], [loggedIn])).toEqual([join("free")])
  })

  it("join nothing where the room was left", () => {
    expect(follow([joined("free")], [left("requested")], [loggedIn])).toEqual([])
  })
})
