/** A room's behaviour, step by step and in random sequences, against a model of its members and payments. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { LedgerRoom } from "./chat-room.fixture.ts"
import type { ChatSession } from "./chat-session.ts"

const paying = (mode: "chat" | "vip" = "chat", balance = 300) => {
  const world = new LedgerRoom("chat")
  world.balances.set("sanne", balance)
  if (mode === "vip") world.accepts(world.enter("free", "sanne", "b1"))
  const session = mode === "vip" ? world.joinsVip("sanne", "b1") : world.enter(mode, "sanne", "b1")
  world.room.connected(session, "own", world.now)
  world.take()
  world.carryOut()
  return { world, session }
}

describe("a room", () => {
  it("gives nobody a name plus a number that could be read as the host's or a brand's", () => {
    const world = new LedgerRoom()
    for (const [name, last] of [
      ["Foldcas", 6],
      ["Hos", 6],
    ] as const) {
      world.enter("free", name, name)
      for (let nth = 2; nth <= last; nth += 1) world.enter("free", `${name}${nth}`, `${name}${nth}`)
      expect(world.room.nicknameFor(name)).toBe(`${name}8`)
    }
  })

  it("ends a request for VIP that is not answered within a minute", () => {
    const world = new LedgerRoom()
    const session = world.enter("free", "sanne", "b1")
    expect(world.room.requestVip(session, world.now)).toBeNull()
    expect(world.room.requestVip(session, world.now)?.label).toBe("vipRequested")
    world.forward(59_000)
    world.take()
    expect(world.toldTo(session)).toEqual(["request-vip"])
    world.forward(2_000)
    expect(world.toldTo(session)).toEqual(["request-vip", "decline-vip"])
  })

  it("declines all other requests when it accepts one, and ends nobody's session until VIP is joined", () => {
    const world = new LedgerRoom("free", { hasVideo: true })
    world.balances.set("bram", 300)
    const [a, b] = [world.enter("free", "sanne", "b1"), world.enter("free", "noor", "b2")]
    const chatting = world.enter("chat", "bram", "b3")
    world.room.connected(chatting, "own", world.now)
    world.room.requestVip(b, world.now)
    world.accepts(a)
    expect(world.toldTo(a)).toEqual(["request-vip", "custom", "accept-vip"])
    expect(world.toldTo(b)).toEqual(["request-vip", "decline-vip"])
    expect(world.room.requestVip(b, world.now)?.label).toBe("performerBusy")
    expect(chatting.ending).toBeNull()
    expect(world.room.mode).toBe("free")
    expect([a, b, chatting].map((one) => world.room.mayWatch(one))).toEqual([true, true, true])
    expect(world.room.paidEntryRefusal("vip", "sanne", world.now)).toBeNull()
    expect(world.room.paidEntryRefusal("vip", "noor", world.now)?.label).toBe("vipNotAccepted")
    const vip = world.joinsVip("sanne", "b1")
    expect(chatting.ending).toBeNull()
    world.room.connected(vip, "vip", world.now)
    world.take()
    world.carryOut()
    expect(world.toldTo(chatting).at(-1)).toBe("kick")
    expect(world.room.mode).toBe("vip")
    expect([a, b].map((one) => world.room.mayWatch(one))).toEqual([false, false])
    // The hold is the first interval: it is charged once.
    expect(world.chargedOf(vip)).toEqual([{ credits: 40, seconds: 0, isRunning: true }])
    expect(world.balances.get("sanne")).toBe(260)
  })

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

  it("keeps the hold where the viewer's page was reloaded, or is open twice", () => {
    const world = new LedgerRoom()
    const session = world.enter("free", "sanne", "b1")
    world.accepts(session)
    world.forward(3_000)
    world.room.kick(session, "duplicate_session", world.now)
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

  it.each<[string, ReadonlyArray<string>, (world: LedgerRoom, session: ChatSession) => void]>([
    [
      "the performer declines",
      ["decline-vip"],
      (world, session) => {
        world.room.disconnected("own")
        world.room.declineVip(session, null)
      },
    ],
    [
      "nobody answers in time",
      ["decline-vip"],
      (world) => {
        for (let answers = 0; answers < 6; answers += 1) {
          world.forward(9_900)
          for (const session of world.room.sessions()) world.room.answered(session, world.now)
          world.carryOut()
        }
        world.room.disconnected("own")
        world.forward(4_000)
      },
    ],
    [
      "it is accepted, and the connection is lost before it is joined",
      ["vip-disconnect", "vip-hold-ended"],
      (world, session) => {
        world.accept(session)
        world.carryOut()
        world.room.disconnected("own")
      },
    ],
    [
      "the performer declines, and they ask again",
      ["decline-vip", "request-vip"],
      (world, session) => {
        world.room.disconnected("own")
        world.room.declineVip(session, null)
        world.room.requestVip(session, world.now)
      },
    ],
  ])(
    "tells a viewer who is back once what became of their request meanwhile: %s",
    (_, names, happens) => {
      const world = new LedgerRoom("chat")
      world.balances.set("sanne", 300)
      const chat = world.enter("chat", "sanne", "b1")
      world.room.connected(chat, "own", world.now)
      world.room.requestVip(chat, world.now)
      world.take()
      happens(world, chat)
      world.take()
      world.carryOut()
      world.take()
      const answers = new Set(["request-vip", "decline-vip", "vip-disconnect", "vip-hold-ended"])
      const answersSince = (from: number) =>
        world.told.slice(from).flatMap(({ to, name, payload }) => {
          const told = "name" in payload ? payload.name : name
          return to === chat && answers.has(told) ? [told] : []
        })
      const before = world.told.length
      world.room.connected(chat, "own", world.now)
      world.take()
      expect(answersSince(before)).toEqual(names)
      const again = world.told.length
      world.room.disconnected("own")
      world.room.connected(chat, "own", world.now)
      world.take()
      expect(answersSince(again)).toEqual([])
    },
  )

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

  it("takes a hold that comes late as that of the viewer whose it was, and of nobody else", () => {
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

  it("declines a viewer who cannot pay for a minute, and tells nobody that the request was accepted", () => {
    const world = new LedgerRoom()
    world.balances.set("sanne", 239)
    const session = world.enter("free", "sanne", "b1")
    world.accepts(session)
    expect(world.toldTo(session)).toEqual(["request-vip", "decline-vip"])
    expect(world.balances.get("sanne")).toBe(239)
    expect(world.room.hold).toBeNull()
  })

  it("takes no request for VIP from a viewer who could not join it yet", () => {
    const world = new LedgerRoom()
    const session = world.enter("free", "sanne", "b1")
    // The viewer has seen paid rooms for too long without paying.
    session.limits.unpaid.take(world.now, 60_000)
    expect(world.room.requestVip(session, world.now)?.label).toBe("tooManyAttempts")
    expect(session.requestedVipAt).toBeNull()
    world.forward(600_000)
    expect(world.room.requestVip(session, world.now)).toBeNull()
  })

  it.each([
    ["stopped", 0, 3],
    ["left", 0, 3],
    ["stopped by the performer", 0, null],
    ["stopped without a picture", 0, null],
    ["stopped after its first interval", 10, null],
  ] as const)(
    "takes two more requests after VIP that was %s within seconds, or any number of them",
    (how, seconds, refusedAt) => {
      const world = new LedgerRoom("free", { hasVideo: true })
      world.balances.set("sanne", 10_000)
      let refused: number | null = null
      for (let time = 1; time <= 4 && refused === null; time += 1) {
        const free = world.enter("free", "sanne", "b1")
        if (world.room.requestVip(free, world.now) !== null) refused = time
        else {
          world.accept(free)
          world.carryOut()
          const vip = world.joinsVip("sanne", "b1")
          world.room.leave(free, world.now)
          world.room.connected(vip, `vip${time}`, world.now)
          world.take()
          world.carryOut()
          if (seconds > 0) world.stays(vip, seconds, 5)
          if (how === "stopped without a picture") world.room.setVideo(false, world.now)
          if (how === "left") world.room.leave(vip, world.now)
          else if (how === "stopped by the performer") world.room.hostStopsVip(vip, world.now)
          else world.room.stopVip(vip, world.now)
          world.take()
          world.carryOut()
          world.room.setVideo(true, world.now)
          world.forward(61_000)
        }
      }
      expect(refused).toBe(refusedAt)
    },
  )

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

  it("waits for the connection of a viewer who asked to join in the last moment", () => {
    const world = new LedgerRoom()
    const asking = world.enter("free", "sanne", "b1")
    world.accepts(asking)
    world.forward(14_000)
    const vip = world.joinsVip("sanne", "b1")
    world.room.leave(asking, world.now)
    world.forward(9_000)
    expect(world.room.paidEntryRefusal("vip", "sanne", world.now)).toBeNull()
    world.room.connected(vip, "own", world.now)
    world.take()
    world.carryOut()
    expect(world.room.mode).toBe("vip")
    expect(world.chargedOf(vip)).toMatchObject([{ credits: 40 }])
  })

  it("counts a guest's time only during free chat, and ends the session when the time is used", () => {
    const world = new LedgerRoom()
    const guest = world.enter("free", null, "b1", 60_000)
    world.room.switchTo("chat", world.now)
    world.forward(120_000)
    world.room.switchTo("free", world.now)
    world.forward(59_000)
    expect(world.gone).toEqual(new Set())
    world.forward(1_000)
    expect(world.toldTo(guest)).toEqual(["custom", "custom", "kick"])
    expect(world.freeTimeOf(guest)).toEqual([
      { seconds: 60, isRunning: false },
      { seconds: 60, isRunning: true },
    ])
    expect(world.told.find(({ name }) => name === "kick")?.payload).toMatchObject({
      reason: "guest_expired",
    })
  })

  it("charges no second of a pause, and ends a session whose pause is long", () => {
    const { world, session } = paying()
    for (let second = 0; second < 10; second += 5) {
      world.forward(5_000)
      world.room.answered(session, world.now)
    }
    world.room.switchTo("paused", world.now)
    world.stays(session, 55, 5)
    world.forward(6_000)
    world.carryOut()
    expect(world.receipts).toEqual([
      { session: session.id, memberId: "sanne", paid: 20, credits: 10, seconds: 10 },
    ])
    expect(world.toldTo(session).slice(-2)).toEqual(["custom", "kick"])
    expect(world.balances.get("sanne")).toBe(290)
  })

  it("ends a session long without a picture, and charges the first five seconds without one", () => {
    const { world, session } = paying()
    world.room.setVideo(true, world.now)
    world.stays(session, 10, 5)
    world.room.setVideo(false, world.now)
    world.stays(session, 60, 5)
    expect(world.receipts).toEqual([])
    world.stays(session, 5, 5)
    expect(world.receipts).toMatchObject([{ credits: 15, seconds: 15 }])
    expect(world.toldTo(session).slice(-2)).toEqual(["custom", "kick"])
  })

  describe("a picture that does not reach its viewer, as their side says", () => {
    const watching = (balance?: number) => {
      const { world, session } = paying("chat", balance)
      world.room.setVideo(true, world.now)
      const says = (sees: boolean) => {
        world.room.answered(session, world.now, sees)
        world.take()
        world.carryOut()
      }
      const leaves = () => {
        world.room.leave(session, world.now)
        world.take()
        world.carryOut()
      }
      return { world, session, says, leaves }
    }

    it("charges nothing where no frame ever comes, and pays back what was paid ahead", () => {
      const { world, session, says, leaves } = watching()
      says(false)
      world.stays(session, 40, 5)
      leaves()
      expect(world.receipts).toMatchObject([{ paid: 10, credits: 0, seconds: 0 }])
      expect(world.balances.get("sanne")).toBe(300)
    })

    it("charges from the first frame on, and not from when the picture was lost", () => {
      const { world, session, says, leaves } = watching()
      says(false)
      world.forward(3_000)
      says(true)
      world.forward(4_000)
      says(false)
      world.stays(session, 20, 5)
      says(true)
      world.forward(2_000)
      leaves()
      expect(world.receipts).toMatchObject([{ credits: 6, seconds: 6 }])
    })

    it("tells the viewer that paid time stands still, and when it goes on", () => {
      const { world, session, says } = watching()
      says(false)
      says(true)
      expect(world.chargedOf(session).slice(-2)).toMatchObject([
        { isRunning: false },
        { isRunning: true },
      ])
    })

    it("keeps nobody in unpaid for more than a minute, and lets them back only once it is there again", () => {
      const { world, session, says } = watching()
      says(false)
      world.stays(session, 55, 5)
      expect(world.receipts).toEqual([])
      world.stays(session, 10, 5)
      expect(world.receipts).toMatchObject([{ credits: 0 }])
      expect(world.toldTo(session).slice(-2)).toEqual(["custom", "kick"])
      expect(session.limits.unpaid.waitFor(world.now)).toBeGreaterThan(500_000)
    })

    it("allows no second unpaid minute once ten minutes have passed since the first began", () => {
      const { world, session, says } = watching(900)
      says(false)
      world.stays(session, 5, 5)
      says(true)
      world.stays(session, 540, 5)
      says(false)
      world.stays(session, 60, 5)
      expect(world.receipts).toEqual([])
      world.stays(session, 5, 5)
      expect(world.receipts).toMatchObject([{ credits: 540 }])
    })

    it("counts reports between two ticks too, so that well-timed reports let nobody watch unpaid", () => {
      const { world, session, says } = watching()
      const beat = () => {
        says(false)
        world.now += 240
        says(true)
        world.now += 10
        world.room.tick(world.now, 250)
        world.take()
        world.carryOut()
      }
      for (let beats = 0; beats < 240; beats += 1) beat()
      expect(world.receipts).toEqual([])
      for (let beats = 0; beats < 20; beats += 1) beat()
      expect(world.receipts).toMatchObject([{ credits: 2, seconds: 2 }])
      expect(world.toldTo(session).slice(-2)).toEqual(["custom", "kick"])
    })

    it("does not count against the viewer while nobody has a picture", () => {
      const { world, session, says } = watching()
      says(false)
      world.room.setVideo(false, world.now)
      world.stays(session, 50, 5)
      world.room.setVideo(true, world.now)
      world.stays(session, 30, 5)
      expect(world.receipts).toEqual([])
    })

    it("is not counted where the service has no pictures", () => {
      const { world, session } = paying()
      world.room.answered(session, world.now, false)
      world.forward(5_000)
      world.room.leave(session, world.now)
      world.take()
      world.carryOut()
      expect(world.receipts).toMatchObject([{ credits: 5, seconds: 5 }])
    })
  })

  it("charges no second of a pause that began before the connection was there", () => {
    const world = new LedgerRoom("chat")
    world.balances.set("sanne", 300)
    const session = world.enter("chat", "sanne", "tab")
    world.room.switchTo("paused", world.now)
    world.room.connected(session, "line", world.now)
    world.take()
    world.carryOut()
    world.forward(5_000)
    world.room.answered(session, world.now)
    world.room.switchTo("chat", world.now)
    world.forward(3_000)
    world.room.answered(session, world.now)
    world.room.leave(session, world.now)
    world.take()
    world.carryOut()
    expect(world.receipts).toMatchObject([{ seconds: 3, credits: 3 }])
  })

  it("lets a viewer into VIP who was accepted before free chat ended, and back to no free chat after it", () => {
    const world = new LedgerRoom()
    world.accepts(world.enter("free", "sanne", "tab"))
    world.room.switchTo("chat", world.now)
    const vip = world.joinsVip("sanne", "tab")
    world.room.connected(vip, "own", world.now)
    expect(world.room.mode).toBe("vip")
    world.room.stopVip(vip, world.now)
    world.take()
    world.carryOut()
    expect(world.room.mode).toBe("chat")
  })

  it.each(["paused", "offline"] as const)(
    "lets nobody into VIP who was accepted before the performer went on to %s",
    (mode) => {
      const world = new LedgerRoom()
      const session = world.enter("free", "sanne", "tab")
      world.accepts(session)
      expect(world.room.paidEntryRefusal("vip", "sanne", world.now)).toBeNull()
      world.room.switchTo(mode, world.now)
      world.take()
      expect(world.room.paidEntryRefusal("vip", "sanne", world.now)).not.toBeNull()
      expect(world.toldTo(session)).toContain("vip-disconnect")
      expect(world.room.mode).toBe(mode)
    },
  )

  it("gives no VIP to a viewer whose connection comes after the acceptance has ended", () => {
    const world = new LedgerRoom()
    world.accepts(world.enter("free", "sanne", "b1"))
    const session = world.joinsVip("sanne", "b1")
    world.room.switchTo("paused", world.now)
    world.room.connected(session, "own", world.now)
    world.take()
    world.carryOut()
    expect(world.toldTo(session)).toEqual(["stop-vip"])
    expect(world.room.mode).toBe("paused")
    expect(world.balances.get("sanne")).toBe(300)
  })

  it("takes leaving as an answer: what was seen until then is charged", () => {
    const { world, session } = paying()
    world.forward(6_000)
    world.room.leave(session, world.now)
    world.take()
    world.carryOut()
    expect(world.receipts).toMatchObject([{ seconds: 6, credits: 6 }])
  })

  it("shows nobody more than a minute, and a tenth of the other time, without answers that vouch for it", () => {
    const { world, session } = paying("chat", 900)
    let answers = 0
    while (session.ending === null) {
      world.forward(14_500)
      world.room.answered(session, world.now)
      world.take()
      world.carryOut()
      answers += 1
    }
    // Seven seconds of each answer are not confirmed, and the rest refills a tenth.
    expect(answers).toBe(11)
    expect(world.toldTo(session).at(-1)).toBe("kick")
  })

  it.each<[string, boolean, (world: LedgerRoom, session: ChatSession) => void]>([
    ["is silent", true, (world) => world.forward(16_000)],
    [
      "goes on elsewhere after a long silence",
      true,
      (world, session) => {
        world.forward(14_000)
        world.room.kick(session, "duplicate_session", world.now)
      },
    ],
    [
      "goes on elsewhere",
      false,
      (world, session) => {
        world.forward(7_000)
        world.room.kick(session, "duplicate_session", world.now)
      },
    ],
    [
      "leaves, however late",
      false,
      (world, session) => {
        world.forward(14_000)
        world.room.leave(session, world.now)
      },
    ],
    [
      "is heard again in time, and leaves",
      false,
      (world, session) => {
        world.forward(14_000)
        world.room.answered(session, world.now)
        world.forward(5_000)
        world.room.leave(session, world.now)
      },
    ],
    [
      "is silent where the gateway is gone",
      false,
      (world) => {
        world.room.disconnected("own")
        world.forward(16_000)
      },
    ],
    [
      "is silent and has nothing to see",
      false,
      (world) => {
        world.room.switchTo("paused", world.now)
        world.forward(16_000)
      },
    ],
    [
      "is sent out after a long silence",
      false,
      (world, session) => {
        world.forward(14_000)
        world.room.kick(session, "kicked", world.now)
      },
    ],
  ])(
    "counts as unanswered, or does not, the session of a viewer who %s: %s",
    (_, isCounted, happens) => {
      const { world, session } = paying()
      happens(world, session)
      expect(session.ending).not.toBeNull()
      expect(session.endedUnanswered).toBe(isCounted)
    },
  )

  it("counts sessions that end without a word, whichever they are, until their time is over", () => {
    const world = new LedgerRoom("chat")
    world.balances.set("sanne", 900)
    const goes = () => {
      const session = world.enter("chat", "sanne", "b1")
      world.room.connected(session, "own", world.now)
      world.take()
      world.carryOut()
      world.forward(16_000)
      world.carryOut()
      return session.limits.unpaid.waitFor(world.now)
    }
    expect([goes(), goes(), goes()]).toEqual([0, 0, 0])
    const wait = goes()
    expect(wait).toBeGreaterThan(0)
    world.forward(wait)
    expect(goes()).toBe(0)
    expect(world.balances.get("sanne")).toBe(900)
  })

  it("counts the parts of seconds that it does not charge, so that coming and going is not free", () => {
    const world = new LedgerRoom("chat")
    world.balances.set("sanne", 900)
    let sessions = 0
    const comesAndGoes = () => {
      const session = world.enter("chat", "sanne", "b1")
      world.room.connected(session, "own", world.now)
      world.take()
      world.carryOut()
      world.forward(990)
      world.room.leave(session, world.now)
      world.take()
      world.carryOut()
      sessions += 1
      return session.limits.unpaid.waitFor(world.now)
    }
    while (comesAndGoes() === 0) expect(sessions).toBeLessThan(70)
    expect(world.balances.get("sanne")).toBe(900)
  })

  it("goes back to chat from accepted VIP that nobody joined, and lets nobody into it any more", () => {
    const world = new LedgerRoom()
    world.balances.set("sanne", 900)
    world.accepts(world.enter("free", "sanne", "b1"))
    const pending = world.joinsVip("sanne", "b1")
    world.room.leave(pending, world.now)
    world.take()
    world.carryOut()
    expect(world.room.mode).toBe("free")
    expect(world.balances.get("sanne")).toBe(900)
    expect(world.room.paidEntryRefusal("vip", "sanne", world.now)?.label).toBe("vipNotAccepted")
  })

  it("keeps the next viewer's VIP closed when the receipt of the one before comes late", () => {
    const { world, session } = paying("vip", 900)
    world.balances.set("noor", 900)
    world.room.switchTo("free", world.now)
    world.take()
    const late = world.waiting.splice(0)
    world.accepts(world.enter("free", "noor", "b2"))
    const next = world.joinsVip("noor", "b2")
    world.room.connected(next, "next", world.now)
    world.take()
    expect(world.receipts).toEqual([])
    world.waiting.push(...late)
    world.carryOut()
    expect(world.receipts.map((receipt) => receipt.session)).toEqual([session.id])
    expect(world.room.mode).toBe("vip")
    expect(next.ending).toBeNull()
  })

  it("ends every session that a member has here when they are sent out, those not connected yet too", () => {
    const world = new LedgerRoom("chat")
    world.balances.set("sanne", 900)
    const watching = world.enter("free", "sanne", "b1")
    const pending = world.enter("chat", "sanne", "b1")
    const said = world.room.sendMessage(
      pending,
      { id: "line-0001", typed: "hi", type: "room" },
      world.now,
    )
    expect(said?.label).toBe("chatNotStarted")
    world.room.kick(watching, "kicked", world.now)
    world.room.connected(pending, "own", world.now)
    world.take()
    world.carryOut()
    expect(world.toldTo(pending)).toEqual(["kick"])
    expect(world.room.size).toBe(0)
    const asGuest = world.enter("free", null, "b1")
    expect(world.room.entryRefusal(asGuest, world.now)?.label).toBe("sentOut")
  })

  it("lets nobody back in for a while whom the performer has sent out, whatever the session", () => {
    const world = new LedgerRoom()
    const session = world.enter("free", "sanne", "b1")
    world.room.kick(session, "duplicate_session", world.now)
    expect(world.room.entryRefusal(session, world.now)).toBeNull()
    const again = world.enter("free", "sanne", "b2")
    world.room.kick(again, "kicked", world.now)
    expect(world.room.entryRefusal(session, world.now)?.label).toBe("sentOut")
    expect(
      world.room.sendMessage(again, { id: "line-0001", typed: "hi", type: "room" }, world.now),
    ).toEqual(expect.objectContaining({ label: "chatNotStarted" }))
    world.forward(900_000)
    expect(world.room.entryRefusal(session, world.now)).toBeNull()
  })

  it("is for paying viewers alone while free chat is off: only they write to all, and only they read it", () => {
    const { world, session } = paying()
    const watching = world.enter("free", "noor", "b2")
    const say = (from: ChatSession, type: "room" | "host") =>
      world.room.sendMessage(from, { id: "line-0001", typed: "hi", type }, world.now)
    expect(say(watching, "room")?.label).toBe("freeChatOff")
    expect([say(watching, "host"), say(session, "room")]).toEqual([null, null])
    world.take()
    const lines = world.told.filter(({ name }) => name === "message")
    expect(lines.map(({ to }) => (typeof to === "string" ? to : to.id))).toEqual([
      watching.id,
      session.id,
    ])
  })

  it("keeps what the performer says in VIP from those who watch free", () => {
    const { world, session } = paying("vip", 900)
    expect(world.room.sendHostMessage({ id: "h1", typed: "for us", to: null })).toBe(true)
    world.take()
    const lines = world.told.filter(({ name }) => name === "message")
    expect(lines.map(({ to }) => (typeof to === "string" ? to : to.id))).toEqual([session.id])
  })

  it("ends a session that can no longer be paid", () => {
    const { world, session } = paying("chat", 60)
    for (let second = 0; second < 70; second += 5) {
      world.forward(5_000)
      world.room.answered(session, world.now)
      world.take()
      world.carryOut()
    }
    expect(world.receipts[0]).toMatchObject({ paid: 60, credits: 60, seconds: 60 })
    expect(world.balances.get("sanne")).toBe(0)
  })

  it("ends a session that the ledger has ended already, so that nobody watches on unpaid", () => {
    const { world, session } = paying()
    world.room.answered(session, world.now)
    world.room.paid(session, "ended", world.now)
    world.take()
    expect(session.ending).toMatchObject({ reason: "restarted" })
    world.carryOut()
    expect(world.toldTo(session).at(-1)).toBe("kick")
    expect(world.gone.has(session.id)).toBe(true)
  })

  it("ends 1,000 paid sessions within a second of their last credit, charging what the seconds cost", () => {
    const balance = fc.integer({ min: 60, max: 900 })
    fc.assert(
      fc.property(balance, fc.constantFrom("chat" as const, "vip" as const), (credits, mode) => {
        fc.pre(mode === "chat" || credits >= 240)
        const { world, session } = paying(mode, credits)
        const interval = mode === "chat" ? 10 : 40
        const payable = credits - (credits % interval)
        const covered = (payable / interval) * 10
        let seconds = 0
        while (world.receipts.length === 0) {
          seconds += 1
          world.forward(1_000)
          world.room.answered(session, world.now)
          world.take()
          world.carryOut()
          expect(seconds).toBeLessThanOrEqual(covered + 1)
        }
        expect(seconds).toBeGreaterThanOrEqual(covered)
        expect(world.receipts[0]).toMatchObject({
          paid: payable,
          credits: payable,
          seconds: covered,
        })
        expect(world.balances.get("sanne")).toBe(credits - payable)
      }),
      { numRuns: 1_000 },
    )
  })

  it("sends each line for the room to all, and a private one to its writer alone", () => {
    const world = new LedgerRoom()
    const session = world.enter("free", "sanne", "b1")
    const say = (typed: string, type: "room" | "host") =>
      world.room.sendMessage(session, { id: "line-0001", typed, type }, world.now)
    expect([say("hi", "room"), say("hi", "host")]).toEqual([null, null])
    // The service checks it too, for clients other than the gateway (UA72).
    for (const unseen of [" \u200f ", "\u3164", "\u2800"]) {
      expect(say(unseen, "room")).toMatchObject({
        status: 400,
        fields: [{ field: "message", label: "nothingToSee" }],
      })
    }
    expect(say("a muted word", "room")?.label).toBe("messageMuted")
    world.take()
    const lines = world.told.filter(({ name }) => name === "message")
    expect(lines.map(({ to }) => (typeof to === "string" ? to : to.id))).toEqual([
      "all",
      session.id,
    ])
    const many = Array.from({ length: 10 }, () => say("hi", "room"))
    expect(many.at(-1)?.status).toBe(429)
  })
})

describe("a room's picture", () => {
  const seen = (mode: "free" | "chat" = "free", hasVideo: boolean | null = true) => {
    const world = new LedgerRoom(mode, { hasVideo })
    world.balances.set("sanne", 900)
    return world
  }
  const pays = (world: LedgerRoom, mode: "chat" | "vip") => {
    const session =
      mode === "vip" ? world.joinsVip("sanne", "b1") : world.enter(mode, "sanne", "b1")
    world.room.connected(session, "own", world.now)
    world.take()
    world.carryOut()
    return session
  }
  const lobbyHeard = (world: LedgerRoom) =>
    world.told.flatMap(({ to, name }) => (to === "lobby" ? [name] : []))

  it("is shown to viewers who watch free during free chat, and to those who pay for chat also without it", () => {
    const world = seen()
    const watching = world.enter("free", "noor", "b2")
    const paying = pays(world, "chat")
    expect([watching, paying].map((session) => world.room.mayWatch(session))).toEqual([true, true])
    world.room.switchTo("chat", world.now)
    world.take()
    expect([watching, paying].map((session) => world.room.mayWatch(session))).toEqual([false, true])
    expect(world.cut).toEqual([watching.id])
    expect(lobbyHeard(world)).toEqual(["video-denied", "audio-denied"])
    expect(world.toldTo(paying)).toContain("video-available")
    expect(world.toldTo(paying)).not.toContain("video-denied")
    world.room.switchTo("free", world.now)
    world.take()
    expect(lobbyHeard(world).slice(2)).toEqual(["video-available", "audio-available"])
  })

  it("is announced again to each of its viewers, and to nobody else, where the engine restarted", () => {
    const world = seen()
    const paying = pays(world, "chat")
    const heard = (names: ReadonlyArray<string>) => names.filter((name) => /video/u.test(name))
    const before = heard(world.toldTo(paying)).length
    world.room.videoRestarted()
    world.take()
    expect(lobbyHeard(world)).toEqual(["video-available", "audio-available"])
    expect(heard(world.toldTo(paying)).slice(before)).toEqual(["video-available"])
    world.room.switchTo("chat", world.now)
    world.take()
    const told = lobbyHeard(world).length
    world.room.videoRestarted()
    world.take()
    expect(lobbyHeard(world)).toHaveLength(told)
    expect(heard(world.toldTo(paying)).slice(before)).toHaveLength(2)
  })

  it("that comes without sound is announced so, and its viewers hear sound as soon as there is some", () => {
    const world = seen()
    world.room.setSilent(true)
    const paying = pays(world, "chat")
    const sounds = (names: ReadonlyArray<string>) => names.filter((name) => /audio/u.test(name))
    expect(sounds(world.toldTo(paying))).toEqual(["audio-denied"])
    world.room.setSilent(false)
    world.take()
    expect(sounds(world.toldTo(paying))).toEqual(["audio-denied", "audio-available"])
    // The picture is unchanged, so no client asks for it again.
    expect(lobbyHeard(world)).toEqual(["audio-denied", "audio-available"])
    world.room.switchTo("chat", world.now)
    world.room.setSilent(true)
    world.room.switchTo("free", world.now)
    world.take()
    expect(lobbyHeard(world).slice(-2)).toEqual(["video-available", "audio-denied"])
    expect(sounds(world.toldTo(paying)).at(-1)).toBe("audio-denied")
  })

  it("is shown to one viewer alone in VIP: all others are cut off, and this one when VIP ends", () => {
    const world = seen()
    const [watching, asking] = [
      world.enter("free", "noor", "b2"),
      world.enter("free", "sanne", "b1"),
    ]
    world.accepts(asking)
    const vip = pays(world, "vip")
    expect([watching, asking, vip].map((one) => world.room.mayWatch(one))).toEqual([
      false,
      false,
      true,
    ])
    expect(new Set(world.cut)).toEqual(new Set([watching.id, asking.id]))
    world.room.stopVip(vip, world.now)
    world.take()
    expect(world.cut.at(-1)).toBe(vip.id)
    expect(world.room.mayWatch(vip)).toBe(false)
  })

  it("goes on in chat for a viewer whose VIP is accepted and not yet joined, and is charged as before", () => {
    const world = seen("chat")
    const chat = pays(world, "chat")
    world.forward(3_000)
    world.accepts(chat)
    expect(world.cut).toEqual([])
    for (let passed = 0; passed < 10_000; passed += 5_000) {
      world.forward(5_000)
      world.room.answered(chat, world.now)
      world.take()
      world.carryOut()
    }
    const vip = world.joinsVip("sanne", "b1")
    world.room.leave(chat, world.now)
    world.room.connected(vip, "vip", world.now)
    world.take()
    world.carryOut()
    expect(world.receipts).toMatchObject([{ session: chat.id, seconds: 12, credits: 12 }])
    expect(world.chargedOf(vip)).toMatchObject([{ credits: 40, seconds: 0, isRunning: true }])
    expect(world.holds).toEqual([])
  })

  it.each([
    [
      "is sent out",
      (world: LedgerRoom, session: ChatSession) => world.room.kick(session, "kicked", world.now),
    ],
    ["leaves", (world: LedgerRoom, session: ChatSession) => world.room.leave(session, world.now)],
    ["waits in a pause", (world: LedgerRoom) => world.room.switchTo("paused", world.now)],
    ["is left alone", (world: LedgerRoom) => world.room.switchTo("offline", world.now)],
  ] as const)("ends for a viewer who %s, before anything is written to the database", (_, ends) => {
    const world = seen()
    const session = pays(world, "chat")
    ends(world, session)
    world.take()
    expect(world.cut).toEqual([session.id])
    expect(world.room.mayWatch(session)).toBe(false)
  })

  it("ends when a guest's free time is used", () => {
    const world = seen()
    const guest = world.enter("free", null, "b3", 1_000)
    world.forward(1_250)
    expect(world.cut).toEqual([guest.id])
  })

  it("is shown to nobody before the connection of their paid session is there", () => {
    const world = seen()
    expect(world.room.mayWatch(world.enter("chat", "sanne", "b1"))).toBe(false)
  })

  it("that is lost for five seconds is not charged for until it is back", () => {
    const world = seen("chat")
    const session = pays(world, "chat")
    world.room.setVideo(false, world.now)
    world.stays(session, 20, 1)
    world.room.setVideo(true, world.now)
    world.stays(session, 3, 1)
    world.room.leave(session, world.now)
    world.take()
    world.carryOut()
    const [receipt] = world.receipts
    expect(receipt?.seconds).toBeGreaterThanOrEqual(7)
    expect(receipt?.seconds).toBeLessThanOrEqual(8)
  })

  it("that is lost for five seconds stops paid time, and tells paying viewers since when, and at what cost", () => {
    const world = seen("chat")
    const session = pays(world, "chat")
    expect(world.chargedOf(session)).toEqual([{ credits: 10, seconds: 0, isRunning: true }])
    world.forward(3_000)
    world.room.answered(session, world.now)
    world.room.setVideo(false, world.now)
    world.forward(4_750)
    world.room.answered(session, world.now)
    world.take()
    expect(world.chargedOf(session)).toHaveLength(1)
    world.forward(250)
    const stands = { credits: 10, seconds: 8, isRunning: false }
    expect(world.chargedOf(session).slice(1)).toEqual([stands])
    for (let second = 0; second < 30; second += 5) {
      world.forward(5_000)
      world.room.answered(session, world.now)
      world.take()
    }
    expect(world.waiting).toEqual([])
    expect(world.chargedOf(session)).toHaveLength(2)
    world.room.setVideo(true, world.now)
    world.take()
    expect(world.chargedOf(session).slice(2)).toEqual([{ ...stands, isRunning: true }])
    world.room.leave(session, world.now)
    world.take()
    world.carryOut()
    expect(world.receipts).toMatchObject([{ credits: 8, seconds: 8 }])
  })

  it("that is lost for less than five seconds is charged for, and nobody is told of it", () => {
    const world = seen("chat")
    const session = pays(world, "chat")
    world.room.setVideo(false, world.now)
    world.forward(4_750)
    world.room.setVideo(true, world.now)
    world.take()
    expect(world.chargedOf(session)).toHaveLength(1)
    world.room.leave(session, world.now)
    world.take()
    world.carryOut()
    expect(world.receipts).toMatchObject([{ seconds: 4 }])
  })

  it("that is lost is announced again over a connection that comes back meanwhile", () => {
    const world = seen("chat")
    const session = pays(world, "chat")
    world.room.setVideo(false, world.now)
    world.room.disconnected("own")
    world.forward(6_000)
    world.room.connected(session, "another", world.now)
    world.take()
    expect(world.chargedOf(session).at(-1)).toMatchObject({ isRunning: false })
  })

  it("that is lost stops a guest's free time too, after the same five seconds [CHAT-15]", () => {
    const world = seen()
    const guest = world.enter("free", null, "b1", 60_000)
    const member = world.enter("free", "noor", "b2")
    world.forward(10_000)
    world.room.setVideo(false, world.now)
    world.forward(4_750)
    expect(world.freeTimeOf(guest)).toEqual([])
    world.forward(3_600_000)
    const stands = { seconds: 45, isRunning: false }
    expect(world.freeTimeOf(guest)).toEqual([stands])
    expect(world.gone).toEqual(new Set())
    world.room.setVideo(true, world.now)
    world.forward(250)
    expect(world.freeTimeOf(guest).slice(1)).toEqual([{ ...stands, isRunning: true }])
    world.forward(44_750)
    expect(world.gone).toEqual(new Set())
    world.forward(250)
    expect(world.gone).toEqual(new Set([guest.id]))
    // The stored time of the day equals the watched time.
    expect(world.freeUsed).toBe(60_000)
    expect(world.toldTo(member)).toEqual([])
  })

  it("that is already lost stops the free time of a guest who comes in then [CHAT-15]", () => {
    const world = seen("free", false)
    world.forward(5_000)
    const guest = world.enter("free", null, "b1", 60_000)
    world.forward(30_000)
    expect(world.freeTimeOf(guest)).toEqual([{ seconds: 60, isRunning: false }])
  })

  it("that the service never has stops no free time [CHAT-15]", () => {
    const world = seen("free", null)
    const guest = world.enter("free", null, "b1", 10_000)
    world.forward(10_000)
    expect(world.toldTo(guest)).toEqual(["kick"])
  })

  it("is never mentioned where the service has none", () => {
    const world = seen("free", null)
    const session = pays(world, "chat")
    world.room.switchTo("chat", world.now)
    world.take()
    const names = world.told.map(({ name }) => name)
    expect(names.filter((name) => /video|audio/u.test(name))).toEqual([])
    expect(world.room.pictureRefusal(session, world.now)?.label).toBe("noPicture")
  })
})

/** Reasons for keeping a hold: each is the viewer's own act. */
const LOSES: ReadonlySet<string> = new Set(["not_joined", "taken_back", "left"])

/** Invariants after every step. */
const holds = (world: LedgerRoom, granted: number) => {
  const sessions = world.room.sessions()
  const alive = sessions.filter(({ ending }) => ending === null)
  const people = new Map(
    sessions.map(({ nickname, memberId, browser }) => [
      nickname.toLowerCase(),
      memberId ?? browser,
    ]),
  )
  for (const { nickname, memberId, browser } of sessions) {
    expect(people.get(nickname.toLowerCase())).toBe(memberId ?? browser)
  }
  expect(world.room.members().count).toBe(people.size)
  expect(alive.filter(({ mode }) => mode === "vip").length).toBeLessThanOrEqual(1)
  let held = 0
  for (const balance of world.balances.values()) {
    expect(balance).toBeGreaterThanOrEqual(0)
    held += balance
  }
  const settled = new Set(world.receipts.map(({ session }) => session))
  const ahead = [...world.paid].reduce((sum, [id, paid]) => sum + (settled.has(id) ? 0 : paid), 0)
  const cost = world.receipts.reduce((sum, { credits }) => sum + credits, 0)
  // No credit is lost or charged twice.
  expect(held + ahead + cost + world.kept).toBe(granted)
  // A room is exclusive only after VIP is joined.
  if (world.room.mode === "vip")
    expect(sessions.some(({ mode, paid }) => mode === "vip" && paid !== null)).toBe(true)
  for (const { isLost, reason } of world.holds) expect(!isLost || LOSES.has(reason)).toBe(true)
  expect(settled.size).toBe(world.receipts.length)
}

interface Model {
  readonly granted: number
  /** The test's sessions, in their order. */
  readonly sessions: Array<ChatSession>
}

type Step = fc.Command<Model, LedgerRoom>

const step = (name: string, run: (model: Model, world: LedgerRoom) => void): Step => ({
  check: () => true,
  run: (model, world) => {
    run(model, world)
    world.take()
    holds(world, model.granted)
  },
  toString: () => name,
})

const MEMBERS = ["sanne", "noor", "bram"]

const withSession = (
  name: string,
  pick: number,
  run: (session: ChatSession, world: LedgerRoom) => void,
): Step => {
  const one = step(`${name} ${pick}`, (model, world) => {
    const session = model.sessions[pick % model.sessions.length]
    if (session !== undefined && session.ending === null && !world.gone.has(session.id)) {
      run(session, world)
    }
  })
  return { ...one, check: (model) => model.sessions.length > 0 }
}

const isPaying = (world: LedgerRoom, member: string): boolean =>
  world.room.sessions().some(({ memberId, mode }) => memberId === member && mode !== "free")

const index = fc.nat({ max: 20 })
const of = (name: string, run: (session: ChatSession, world: LedgerRoom) => void) =>
  index.map((pick) => withSession(name, pick, run))
const always = (name: string, run: (world: LedgerRoom) => void) =>
  fc.constant(step(name, (_, world) => run(world)))

const commands = [
  fc.tuple(fc.constantFrom(...MEMBERS, null), index).map(([member, browser]) =>
    step(`watch ${member} ${browser}`, (model, world) => {
      const viewer = { memberId: member, browser: `b${browser}`, address: "", lang: "nl" as const }
      const older = world.room.olderOf(viewer)
      if (older !== undefined) world.room.kick(older, "duplicate_session", world.now)
      model.sessions.push(world.enter("free", member, `b${browser}`))
    }),
  ),
  fc.constantFrom(...MEMBERS).map((member) =>
    step(`pay ${member} chat`, (model, world) => {
      if (
        isPaying(world, member) ||
        world.room.paidEntryRefusal("chat", member, world.now) !== null
      )
        return
      if ((world.balances.get(member) ?? 0) < 60) return
      const session = world.enter("chat", member, "")
      model.sessions.push(session)
      world.room.connected(session, session.id, world.now)
    }),
  ),
  fc.tuple(fc.constantFrom(...MEMBERS), fc.boolean()).map(([member, isConnected]) =>
    step(`join VIP ${member}${isConnected ? "" : ", without a connection"}`, (model, world) => {
      if (world.room.paidEntryRefusal("vip", member, world.now) !== null) return
      if (world.room.joiningSession(member) !== null || isPaying(world, member)) return
      const session = world.joinsVip(member, "")
      model.sessions.push(session)
      if (isConnected) world.room.connected(session, session.id, world.now)
    }),
  ),
  of("connect", (session, world) => {
    if (session.mode === "vip") world.room.connected(session, session.id, world.now)
  }),
  of("ask and accept", (session, world) => {
    if (session.mode !== "vip") world.accepts(session)
  }),
  always("the engine begins anew", (world) => world.room.videoRestarted()),
  of("answer", (session, world) => world.room.answered(session, world.now)),
  of("leave", (session, world) => world.room.leave(session, world.now)),
  of("kick", (session, world) => world.room.kick(session, "kicked", world.now)),
  of("request", (session, world) => void world.room.requestVip(session, world.now)),
  of("stop", (session, world) => void world.room.stopVip(session, world.now)),
  of("accept", (session, world) => world.accept(session)),
  of("decline", (session, world) => world.room.declineVip(session, "not now")),
  of("rename", (session, world) => void world.room.changeNickname(session, "Sterre")),
  of("lose the connection", (session, world) => world.room.disconnected(session.connection ?? "")),
  fc
    .constantFrom("free" as const, "chat" as const, "paused" as const, "offline" as const)
    .chain((mode) => always(`go ${mode}`, (world) => world.room.switchTo(mode, world.now))),
  fc.integer({ min: 1, max: 40 }).chain((s) => always(`${s} s`, (w) => w.forward(s * 1_000))),
  always("the ledger", (world) => world.carryOutOne()),
  always("all of the ledger", (world) => world.carryOut()),
]

describe("a room under random actions", () => {
  it("loses no credit, no name and no session, and ends everything that it began", () => {
    fc.assert(
      fc.property(fc.commands(commands, { maxCommands: 60, size: "max" }), (drawn) => {
        const world = new LedgerRoom()
        const granted = { sanne: 1_000, noor: 300, bram: 59 }
        for (const [member, balance] of Object.entries(granted)) world.balances.set(member, balance)
        const model: Model = { granted: 1_359, sessions: [] }
        fc.modelRun(() => ({ model, real: world }), drawn)
        // All remaining sessions end by themselves without answers.
        for (let round = 0; round < 4; round += 1) {
          world.forward(30_000)
          world.carryOut()
        }
        const paid = model.sessions.filter(({ mode }) => mode !== "free")
        expect(world.receipts.length).toBe(paid.length)
        for (const { paid: ahead, credits } of world.receipts) {
          expect(credits).toBeLessThanOrEqual(ahead)
        }
        // An ended session receives its end and nothing after it.
        for (const session of paid) {
          const told = world.toldTo(session)
          const end = told.findLastIndex((name) => name === "custom")
          expect(told.slice(end + 1).every((name) => ENDS.has(name))).toBe(true)
        }
        holds(world, model.granted)
        expect(world.room.hold).toBeNull()
        // Each hold ended once: by a session that used it, or without one.
        const used = paid.filter(({ mode }) => mode === "vip").length
        expect(used + world.holds.length).toBe(world.holdsTaken)
      }),
      // Each run has up to 60 steps; 100,000 steps in the proof.
      { numRuns: process.env["PROOF"] === "full" ? 2_000 : 300 },
    )
  })
})

const ENDS: ReadonlySet<string> = new Set(["kick", "stop-vip", "vip-disconnect"])
