/** What counts as missed: what happened to the visitor, and not that the connection is back. */
import { describe, expect, it } from "vitest"
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import { newRoom } from "@foldcast/folds/new-room"
import type { RoomLine, RoomState } from "@foldcast/folds/room-state"
import type { SiteState } from "@foldcast/folds/site-state"
import { missedCount } from "./missed-count.ts"

const said = (id: string, isOwn = false): RoomLine => ({
  _tag: "Said",
  id,
  at: 1,
  from: "sam",
  message: "hi",
  messageType: "member",
  recipient: "room",
  isOwn,
})

const room = (...lines: ReadonlyArray<RoomLine>): RoomState => {
  const fresh = newRoom("p_1")
  return { ...fresh, rooms: { ...fresh.rooms, public: { lines, unseen: 0 } } }
}

const site = (shown: RoomState | null, balance: number | null = 100): SiteState => ({
  ...INITIAL_STATE,
  room: shown,
  credits: { ...INITIAL_STATE.credits, balance },
})

describe("what was missed", () => {
  it("is nothing where the room is only there again, however much is told for that", () => {
    const before = site(room(said("1")))
    const back: RoomState = {
      ...room(said("1")),
      presence: {
        _tag: "Inside",
        mode: "free",
        sessionId: "another",
        nickname: "noor",
        creditsPerMinute: 0,
        freeTime: null,
      },
      mode: "free",
      members: { count: 3, nicknames: ["noor"] },
    }
    expect(missedCount(before, { ...site(back), visit: { ...before.visit, seq: 42 } })).toBe(0)
    expect(missedCount(site(null, null), site(null))).toBe(0)
  })

  it("is what others said and tipped meanwhile, and a changed balance; not what the visitor wrote", () => {
    const tip: RoomLine = {
      _tag: "Tipped",
      id: "3",
      at: 1,
      from: "sam",
      amount: 50,
      tipType: "wink",
      message: "",
    }
    const after = site(room(said("1"), said("2"), tip, said("4", true)), 90)
    expect(missedCount(site(room(said("1"))), after)).toBe(3)
  })

  it("is nothing of a room that was not shown before", () => {
    expect(missedCount(site(null), site(room(said("1"))))).toBe(0)
    const other = { ...room(said("1")), performerId: "p_2" }
    expect(missedCount(site(room()), site(other))).toBe(0)
  })
})
