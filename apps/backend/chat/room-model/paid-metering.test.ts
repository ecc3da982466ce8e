/** What paid time in a room charges, when it stands still, and when it ends. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { LedgerRoom, paying } from "./chat-room.fixture.ts"
import type { ChatSession } from "./chat-session.ts"

describe("a room with paying viewers", () => {
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
})
