/** What becomes of the credits that accepted VIP holds. */
import { describe, expect, it } from "vitest"
import { LedgerRoom } from "./chat-room.fixture.ts"
import type { ChatSession } from "./chat-session.ts"

describe("a room with a VIP hold", () => {
  it("keeps the hold of a viewer who lets it go, and changes nothing for the others", () => {
    const world = new LedgerRoom()
    world.balances.set("bram", 300)
    const chatting = world.enter("chat", "bram", "b3")
    world.room.connected(chatting, "own", world.now)
    const a = world.enter("free", "sanne", "b1")
    world.accepts(a)
    expect(world.holdsOf(a)).toEqual([{ credits: 40, joinWithinSeconds: 15 }])
    world.stays(chatting, 15, 5)
    expect(world.room.paidEntryRefusal("vip", "sanne", world.now)).toBeNull()
    world.stays(chatting, 5, 5)
    expect(world.room.paidEntryRefusal("vip", "sanne", world.now)?.label).toBe("vipNotAccepted")
    expect(world.toldTo(a).slice(-2)).toEqual(["vip-disconnect", "custom"])
    expect(world.endedHoldsOf(a)).toEqual([
      { credits: 40, isReturned: false, reason: "not_joined", waitSeconds: 60, movements: ["tr"] },
    ])
    expect(world.balances.get("sanne")).toBe(260)
    expect(world.room.mode).toBe("free")
    expect(chatting.ending).toBeNull()
    expect(world.heard.at(-1)).toMatchObject({ _tag: "VipTakenBack", session: a.id })
  })

  it.each<[string, (world: LedgerRoom, session: ChatSession) => void, string]>([
    [
      "the performer goes into a pause",
      (world) => world.room.switchTo("paused", world.now),
      "host_left",
    ],
    [
      "the performer goes offline",
      (world) => world.room.switchTo("offline", world.now),
      "host_left",
    ],
    ["the performer stops it", (world) => world.room.hostStopsVip(null, world.now), "host_left"],
    [
      "the performer sends the viewer out",
      (world, session) => world.room.kick(session, "kicked", world.now),
      "host_left",
    ],
    [
      "the gateway's connection is lost",
      (world) => world.room.disconnected("lobby"),
      "interrupted",
    ],
    [
      "the service ends",
      (world, session) => world.room.kick(session, "restarted", world.now),
      "restarted",
    ],
  ])("pays a hold back, once, where %s", (_, happens, reason) => {
    const world = new LedgerRoom()
    const session = world.enter("free", "sanne", "b1")
    world.accepts(session)
    world.forward(10_000)
    happens(world, session)
    world.take()
    world.carryOut()
    world.forward(30_000)
    world.carryOut()
    expect(world.holds).toEqual([{ memberId: "sanne", isLost: false, reason }])
    expect(world.balances.get("sanne")).toBe(300)
  })

  it.each<[string, (world: LedgerRoom) => void]>([
    ["is lost", (world) => world.room.setVideo(false, world.now)],
    ["restarts", (world) => world.room.videoRestarted()],
  ])("pays a hold that was not joined back where the media engine %s meanwhile", (_, fails) => {
    const world = new LedgerRoom("free", { hasVideo: true })
    const session = world.enter("free", "sanne", "b1")
    world.accepts(session)
    // An engine that fails at the last moment is detected a little later.
    world.forward(16_000)
    expect(world.room.paidEntryRefusal("vip", "sanne", world.now)?.label).toBe("vipNotAccepted")
    fails(world)
    world.room.setVideo(true, world.now + 250)
    world.forward(10_000)
    world.carryOut()
    expect(world.holds).toMatchObject([{ isLost: false, reason: "no_picture" }])
    expect(world.balances.get("sanne")).toBe(300)
  })

  it.each([
    ["viewer's page was reloaded, or is open twice", "duplicate_session"],
    ["viewer blocks the performer, which is a way to leave", "blocked"],
  ] as const)("keeps the hold where the %s", (_, reason) => {
    const world = new LedgerRoom()
    const session = world.enter("free", "sanne", "b1")
    world.accepts(session)
    world.forward(3_000)
    world.room.kick(session, reason, world.now)
    world.take()
    world.carryOut()
    expect(world.holds).toEqual([{ memberId: "sanne", isLost: true, reason: "left" }])
  })

  it.each([
    ["for no fault of the viewer's, paid back", "default", false],
    ["for the viewer's own fault, kept", null, true],
  ] as const)(
    "does not count a refused join as joining: the hold is kept or paid back by its reason, %s",
    (_, excuse, isLost) => {
      const world = new LedgerRoom()
      const session = world.enter("free", "sanne", "b1")
      world.accepts(session)
      world.forward(3_000)
      const hold = world.room.joinVip("sanne", world.now)
      if (hold === null) throw new Error("it is not accepted")
      world.room.joiningRefused(hold, excuse)
      world.forward(16_000)
      world.carryOut()
      expect(world.holds).toMatchObject([{ isLost }])
    },
  )

  it("tells a viewer whose connection is lost nothing of an accepted VIP, and pays back what was held", () => {
    const world = new LedgerRoom("chat")
    world.balances.set("sanne", 300)
    const chat = world.enter("chat", "sanne", "b1")
    world.room.connected(chat, "own", world.now)
    world.take()
    world.room.requestVip(chat, world.now)
    world.room.disconnected("own")
    world.accept(chat)
    world.carryOut()
    expect(world.toldTo(chat)).not.toContain("accept-vip")
    expect(world.holds).toMatchObject([{ isLost: false, reason: "interrupted" }])
    expect(world.room.hold).toBeNull()
    world.room.connected(chat, "own", world.now)
    world.take()
    expect(world.toldTo(chat)).toContain("decline-vip")
  })

  it("declines and pays back where it is not known whether the credits are held, in case they are", () => {
    const world = new LedgerRoom()
    world.balances.set("sanne", 300)
    const session = world.enter("free", "sanne", "b1")
    world.room.requestVip(session, world.now)
    world.accept(session)
    const [event] = world.waiting.splice(0)
    if (event?._tag !== "Hold") throw new Error("nothing is held")
    world.room.holdTaken(event.hold, "unknown", world.now)
    world.take()
    expect(world.toldTo(session)).toEqual(["request-vip", "decline-vip"])
    expect(world.waiting).toMatchObject([
      { _tag: "EndHold", hold: event.hold, end: { isLost: false } },
    ])
    // The hold was not taken, so no event mentions it.
    world.carryOut()
    expect(world.toldTo(session)).toEqual(["request-vip", "decline-vip"])
    expect(world.room.hold).toBeNull()
  })

  it("counts a hold that is confirmed late for the viewer it was taken for, and for nobody else", () => {
    const world = new LedgerRoom()
    for (const member of ["sanne", "noor"]) world.balances.set(member, 300)
    const [first, second] = [world.enter("free", "sanne", "b1"), world.enter("free", "noor", "b2")]
    for (const [session, goes] of [
      [first, true],
      [second, false],
    ] as const) {
      world.room.requestVip(session, world.now)
      world.accept(session)
      if (goes) world.room.leave(session, world.now)
      world.take()
    }
    // The hold of a viewer who left succeeds: it sends no event and is returned.
    world.carryOutOne()
    expect(world.toldTo(second)).not.toContain("accept-vip")
    world.carryOut()
    expect(world.toldTo(second)).toContain("accept-vip")
    expect(world.balances.get("sanne")).toBe(300)
    expect(world.balances.get("noor")).toBe(260)
  })

  it("takes leaving or withdrawing for giving the hold up, except by a viewer who cannot have heard of it yet", () => {
    const lets = (afterMs: number, go: (world: LedgerRoom, session: ChatSession) => void) => {
      const world = new LedgerRoom()
      const session = world.enter("free", "sanne", "b1")
      world.accepts(session)
      world.forward(afterMs)
      go(world, session)
      world.take()
      world.carryOut()
      return world.holds[0]?.isLost
    }
    const stops = (world: LedgerRoom, session: ChatSession) =>
      void world.room.stopVip(session, world.now)
    const leaves = (world: LedgerRoom, session: ChatSession) => world.room.leave(session, world.now)
    expect([lets(1_750, stops), lets(2_000, stops)]).toEqual([false, true])
    expect([lets(1_750, leaves), lets(2_000, leaves)]).toEqual([false, true])
  })

  it("keeps a hold when the private chat ends from which it is joined", () => {
    const world = new LedgerRoom("chat")
    world.balances.set("sanne", 300)
    const chat = world.enter("chat", "sanne", "b1")
    world.room.connected(chat, "own", world.now)
    world.take()
    world.carryOut()
    world.accepts(chat)
    world.forward(3_000)
    const hold = world.room.joinVip("sanne", world.now)
    // As room-service/paid-entry.ts does: the earlier session ends, its connection closes, the next session
    // begins.
    world.room.leave(chat, world.now)
    world.take()
    world.carryOut()
    world.room.disconnected("own")
    const vip = world.enter("vip", "sanne", "b1", 0, hold?.session)
    world.room.connected(vip, "vip", world.now)
    expect(world.room.mode).toBe("vip")
    expect(world.holds).toEqual([])
  })

  it("keeps the hold of a viewer who has asked to join where no connection follows", () => {
    const world = new LedgerRoom()
    const asking = world.enter("free", "sanne", "b1")
    world.accepts(asking)
    world.forward(14_000)
    const vip = world.joinsVip("sanne", "b1")
    world.room.leave(asking, world.now)
    // A repeated request gets the same session.
    expect(world.room.joiningSession("sanne")).toBe(vip)
    world.forward(11_000)
    world.carryOut()
    expect(world.receipts).toMatchObject([{ session: vip.id, paid: 40, credits: 0 }])
    expect(world.balances.get("sanne")).toBe(300)
    expect(world.room.hold).toBeNull()
  })
})
