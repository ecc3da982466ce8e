import { describe, expect, it } from "vitest"
import { LedgerRoom } from "./chat-room.fixture.ts"

describe("an event that names somebody in a room", () => {
  it("carries the account of each member that it names, and no guest's", () => {
    const world = new LedgerRoom()
    world.balances.set("sanne", 1_000)
    const guest = world.enter("free", null, "b1")
    const sanne = world.enter("free", "sanne", "b2")
    const { room } = world
    room.sendMessage(sanne, { id: "m1", typed: "hallo", type: "room" }, world.now)
    room.sendMessage(sanne, { id: "m2", typed: "alleen voor jou", type: "host" }, world.now)
    room.sendHostMessage({ id: "m3", typed: "dag allemaal", to: null })
    room.sendHostMessage({ id: "m4", typed: "dag jij", to: sanne })
    const tip = { amount: 50, typed: "", isPublic: true } as const
    const giver = {
      session: sanne,
      nickname: sanne.nickname,
      memberId: "sanne",
      lang: "nl",
    } as const
    room.tellTip(giver, { id: "t1", kind: { _tag: "Credits", tipType: "wink" }, ...tip })
    const kind = { _tag: "Toy", intensity: "low", level: 1 } as const
    room.tellTip({ ...giver, session: null }, { id: "t2", kind, ...tip })
    room.changeNickname(sanne, "Sterre")
    room.changeNickname(guest, "Gast")
    world.forward(2_000)
    room.leave(sanne, world.now)
    world.take()
    const told = world.told.flatMap(({ name, payload }) =>
      "accounts" in payload ? [[name, payload.accounts] as const] : [],
    )
    const is = (nickname: string) => [{ nickname, memberId: "sanne" }]
    expect(told).toEqual([
      ["member-connected", []],
      ["member-connected", is("sanne")],
      ["message", is("sanne")],
      ["message", is("sanne")],
      ["message", []],
      ["message", is("sanne")],
      ["tip", is("sanne")],
      ["ft-tip", is("sanne")],
      ["nickname-changed", is("sanne")],
      ["nickname-changed", []],
      ["updated-members", is("Sterre")],
      ["member-disconnected", is("Sterre")],
    ])
    const naming = ["member", "from", "members"]
    const silent = world.told.filter(
      ({ payload }) => naming.some((field) => field in payload) && !("accounts" in payload),
    )
    expect(silent).toEqual([])
  })
})
