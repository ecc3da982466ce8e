/** The last lines of rooms: whose are kept, how many and for how long. */
import { expect, it } from "vitest"
import type { RoomEvent } from "../room-model/room-event.ts"
import { RecentLines } from "./recent-lines.ts"

const HOST = { id: "p_1", name: "Sanne", hasToy: false }
type Told = Extract<RoomEvent, { readonly _tag: "Tell" }>
const said = (id: string, recipient = "room", memberId = "m_1"): Told => ({
  _tag: "Tell",
  to: "all",
  name: "message",
  payload: {
    id,
    from: "Visitor",
    message: `line ${id}`,
    messageType: "member",
    recipient,
    accounts: [{ nickname: "Visitor", memberId }],
  },
})
const ids = (lines: RecentLines, now = 0) => lines.of(HOST.id, now).map(({ id }) => id)

it("the last lines of a room are kept once each, fifty at most, and none that was for one alone", () => {
  const lines = new RecentLines()
  for (const one of [said("1"), said("1"), said("2", "host")]) lines.note(HOST, one, 0)
  expect(ids(lines)).toEqual(["1"])
  for (let number = 10; number < 70; number += 1) lines.note(HOST, said(String(number)), 0)
  expect(ids(lines)).toHaveLength(50)
  expect(ids(lines).at(-1)).toBe("69")
})

it("the last lines of a room go after a quarter of an hour, and with their writer's account", () => {
  const lines = new RecentLines()
  lines.note(HOST, said("1"), 0)
  lines.note(HOST, said("2", "room", "m_2"), 600_000)
  expect(ids(lines, 900_001)).toEqual(["2"])
  lines.sweep(900_001)
  expect(ids(lines, 600_000)).toEqual(["2"])
  lines.forget("m_2")
  expect(ids(lines, 600_000)).toEqual([])
})
