/** A session that a phone call pays for: it costs nothing here, and what ends others ends it. */
import { describe, expect, it } from "vitest"
import { LedgerRoom } from "./chat-room.fixture.ts"

const calling = (mode: "free" | "chat" = "chat") => {
  const world = new LedgerRoom(mode)
  const session = world.enter("chat", null, "b1", 60_000, null, "call_1")
  world.room.connected(session, "c1", world.now)
  world.take()
  return { world, session }
}

describe("a caller in a room", () => {
  it("is charged nothing and told of no paid time, however long they watch", () => {
    const { world, session } = calling()
    world.room.setVideo(true, world.now)
    world.stays(session, 120, 5)
    world.room.switchTo("paused", world.now)
    world.stays(session, 10, 5)
    world.room.leave(session, world.now)
    world.take()
    expect(world.waiting.map(({ _tag }) => _tag)).toEqual(["Settle"])
    expect(world.toldTo(session)).not.toContain("custom")
  })

  it("may report for hours that no picture comes: the call pays all the same", () => {
    const { world, session } = calling()
    world.room.setVideo(true, world.now)
    for (let minute = 0; minute < 120; minute += 1) {
      world.room.answered(session, world.now, false)
      world.stays(session, 60, 5)
    }
    expect(session.ending).toBeNull()
  })

  it("is gone after fifteen seconds of silence, and when somebody else begins VIP", () => {
    const silent = calling()
    silent.world.forward(16_000)
    expect(silent.session.ending?.reason).toBe("silent")
    const { world, session } = calling("free")
    const member = world.enter("free", "sanne", "b2")
    world.accepts(member)
    const vip = world.joinsVip("sanne", "b2")
    world.room.connected(vip, "c2", world.now)
    expect(session.ending?.reason).toBe("vip_started")
  })
})
