/** Who may enter a room, write in it and read it, and whom the performer sends out. */
import { describe, expect, it } from "vitest"
import { LedgerRoom, paying } from "./chat-room.fixture.ts"
import type { ChatSession } from "./chat-session.ts"

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

  it("lets nobody in who was on the way when a block was made, nor connect, until it is taken back", () => {
    const world = new LedgerRoom("chat")
    world.balances.set("sanne", 900)
    const pending = world.enter("chat", "sanne", "b1")
    const label = () => world.room.entryRefusal(pending, world.now)?.label
    pending.limits.keptApart(world.room.host.id, world.now)
    expect(label()).toBe("blocked")
    pending.limits.mayMeet(world.room.host.id)
    expect(label()).toBeUndefined()
    pending.limits.keptApart(world.room.host.id, world.now)
    world.room.connected(pending, "own", world.now)
    world.take()
    world.carryOut()
    expect(world.toldTo(pending)).toEqual(["kick"])
    // From then on the stored block is looked at.
    world.forward(60_000)
    expect(label()).toBe("sentOut")
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

  it("takes tips in VIP from the viewer there alone, of both kinds", () => {
    const { world, session } = paying("vip", 900)
    const watching = world.enter("free", "noor", "b2")
    const kinds = [
      { _tag: "Credits", tipType: "kiss" },
      { _tag: "Toy", intensity: "low", level: 1 },
    ] as const
    const refusals = (giver: ChatSession) =>
      kinds.map((kind) => world.room.tipRefusal(giver, kind, world.now)?.label)
    expect(refusals(watching)).toEqual(["performerBusy", "performerBusy"])
    expect(refusals(session)).toEqual([undefined, undefined])
    world.room.stopVip(session, world.now)
    world.take()
    world.carryOut()
    expect(refusals(watching)).toEqual([undefined, undefined])
  })

  it("says of a performer who ends her show that it is closed, to whoever pays why, and of no lost connection", () => {
    for (const mode of ["chat", "vip"] as const) {
      const { world, session } = paying(mode, 900)
      world.enter("free", "noor", "b2")
      world.room.switchTo("offline", world.now)
      world.take()
      world.carryOut()
      const names = world.told.map(({ name }) => name)
      expect(names).toContain("room-closed")
      expect(names).not.toContain("host-disconnected")
      expect(names).not.toContain("vip-disconnect")
      const ends = world.told.filter(({ name }) => name === "kick")
      expect(ends.map(({ payload }) => payload)).toEqual([
        { session: session.id, reason: "host_left" },
      ])
    }
  })

  it("is told nothing more once it is closed, and who is in it when the performer is back", () => {
    const world = new LedgerRoom()
    world.enter("free", "sanne", "b1")
    world.forward(2_000)
    const leaving = world.enter("free", "noor", "b2")
    world.room.leave(leaving, world.now)
    world.room.switchTo("offline", world.now)
    world.forward(5_000)
    const names = () => world.told.filter(({ to }) => to === "all").map(({ name }) => name)
    expect(names().at(-1)).toBe("room-closed")
    world.room.switchTo("free", world.now)
    world.forward(2_000)
    expect(names().slice(names().indexOf("room-closed") + 1)).toContain("updated-members")
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
