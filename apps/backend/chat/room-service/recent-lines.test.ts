/** The last lines of rooms: who is given which, how many are kept and for how long. */
import { expect, it } from "vitest"
import { LedgerRoom } from "../room-model/chat-room.fixture.ts"
import type { ChatSession } from "../room-model/chat-session.ts"
import type { RoomEvent } from "../room-model/room-event.ts"
import { RecentLines } from "./recent-lines.ts"

const HOST = { id: "p_1", name: "Sanne", hasToy: false }
type Told = Extract<RoomEvent, { readonly _tag: "Tell" }>
interface Said {
  readonly to?: Told["to"]
  readonly memberId?: string
  readonly isHost?: boolean
}
const said = (id: string, { to = "all", memberId = "m_1", isHost = false }: Said = {}): Told => ({
  _tag: "Tell",
  to,
  name: "message",
  payload: {
    id,
    from: isHost ? HOST.name : "Visitor",
    message: `line ${id}`,
    messageType: isHost ? "vip" : "member",
    recipient: "room",
    accounts: [{ nickname: "Visitor", memberId }],
  },
})
const ids = (lines: RecentLines, memberId: string | null = null, now = 0) =>
  lines.of(HOST.id, memberId, now).map(({ id }) => id)
const sessionOf = (world: LedgerRoom, memberId: string | null, browser: string): ChatSession =>
  world.enter("free", memberId, browser)

it("the last lines of a room are kept once each, fifty at most", () => {
  const lines = new RecentLines()
  for (const one of [said("1"), said("1")]) lines.note(HOST, one, 0)
  expect(ids(lines)).toEqual(["1"])
  for (let number = 10; number < 70; number += 1) lines.note(HOST, said(String(number)), 0)
  expect(ids(lines)).toHaveLength(50)
  expect(ids(lines).at(-1)).toBe("69")
})

it("the last lines of a room are given to nobody who has not heard them, nor to who wrote them", () => {
  const world = new LedgerRoom()
  const lines = new RecentLines()
  const [own, other] = [sessionOf(world, "m_1", "b1"), sessionOf(world, "m_2", "b2")]
  lines.note(HOST, said("mine"), 0)
  lines.note(HOST, said("hers", { to: own, isHost: true }), 0)
  lines.note(HOST, said("both", { to: own, memberId: "m_3" }), 0)
  lines.note(HOST, said("both", { to: other, memberId: "m_3" }), 0)
  lines.note(HOST, said("caller", { to: sessionOf(world, null, "b4"), isHost: true }), 0)
  expect(ids(lines, "m_1")).toEqual(["hers", "both"])
  expect(ids(lines, "m_2")).toEqual(["mine", "both"])
  expect(ids(lines, "m_4")).toEqual(["mine"])
  expect(ids(lines, null)).toEqual(["mine"])
})

it("the last lines of a room go after a quarter of an hour, and with their writer's account", () => {
  const lines = new RecentLines()
  lines.note(HOST, said("1"), 0)
  lines.note(HOST, said("2", { memberId: "m_2" }), 600_000)
  expect(ids(lines, null, 900_001)).toEqual(["2"])
  lines.sweep(900_001)
  expect(ids(lines, null, 600_000)).toEqual(["2"])
  lines.forget("m_2")
  expect(ids(lines, null, 600_000)).toEqual([])
})
