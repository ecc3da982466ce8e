/** VIP in a room: who may request it, its acceptance, and joining it. */
import { describe, expect, it } from "vitest"
import { LedgerRoom, paying } from "./chat-room.fixture.ts"
import type { ChatSession } from "./chat-session.ts"

/** How many watch, as everybody was told last. */
const watching = ({ told }: LedgerRoom): number | undefined => {
  const list = told.findLast(({ name }) => name === "updated-members")?.payload
  return list !== undefined && "count" in list ? list.count : undefined
}

describe("a room's count", () => {
  it("is of those who are let see her: in VIP of one, in free chat of all, and of nobody where she is not to be seen", () => {
    const world = new LedgerRoom("free", { hasVideo: true })
    for (const name of ["noor", "bram"]) world.enter("free", name, name)
    world.enter("free", null, "a guest")
    world.accepts(world.enter("free", "sanne", "b1"))
    world.forward(2_000)
    expect(watching(world)).toBe(4)
    const vip = world.joinsVip("sanne", "b1")
    world.room.connected(vip, "own", world.now)
    world.take()
    world.forward(250)
    expect(watching(world)).toBe(1)
    // Whoever comes now stands before the blurred picture.
    world.enter("free", null, "another guest")
    world.forward(2_000)
    expect(watching(world)).toBe(1)
    expect(world.room.members().members).toHaveLength(5)
    world.room.stopVip(vip, world.now)
    world.take()
    world.carryOut()
    world.forward(250)
    expect(watching(world)).toBe(5)
    world.room.switchTo("chat", world.now)
    world.forward(250)
    expect(watching(world)).toBe(0)
    const chatting = world.enter("chat", "bram", "bram")
    world.room.connected(chatting, "private", world.now)
    expect(world.room.members().count).toBe(1)
    world.room.switchTo("offline", world.now)
    expect(world.room.members().count).toBe(0)
  })
})

describe("a room where VIP is requested", () => {
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
})
