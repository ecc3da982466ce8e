/** Who may see a room's picture, and what its loss does to paid and free time. */
import { describe, expect, it } from "vitest"
import { LedgerRoom } from "./chat-room.fixture.ts"
import type { ChatSession } from "./chat-session.ts"

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
    expect(world.room.watchRefusal(session, world.now)?.label).toBe("noPicture")
  })
})
