/** Each rule of a room's event order, kept and broken. */
import { describe, expect, it } from "vitest"
import { type RoomStep, sequenceMismatches } from "./room-sequence.ts"

const told = (name: string, payload: Record<string, unknown> = {}): RoomStep => ({
  _tag: "Told",
  over: "lobby",
  name,
  payload,
})
const of = (name: string, payload: Record<string, unknown> = {}) =>
  told(name, { session: "s1", ...payload })
const entered: RoomStep = { _tag: "Entered", session: "s1" }
const tipped = (after: number): RoomStep => ({
  _tag: "Tipped",
  id: "t1",
  amount: 50,
  before: 100,
  after,
})
const paid = (name: string, credits = 0, more: { seconds?: number; isRunning?: boolean } = {}) =>
  of("custom", { name, data: { credits, ...more } })
const said = (sees: boolean): RoomStep => ({ _tag: "Said", session: "s1", sees })

const GOOD: ReadonlyArray<RoomStep> = [
  told("keep-alive"),
  entered,
  of("request-vip"),
  of("custom", { name: "vip-held", data: { credits: 40 } }),
  of("accept-vip"),
  of("custom", { name: "vip-hold-ended", data: { credits: 40 } }),
  told("tip", { id: "t1" }),
  tipped(50),
  paid("paid-time-started"),
  paid("paid-time-charged", 10),
  paid("paid-time-charged", 20),
  said(false),
  paid("paid-time-charged", 20, { seconds: 3, isRunning: false }),
  said(true),
  paid("paid-time-charged", 20, { seconds: 3, isRunning: true }),
  paid("paid-time-charged", 30, { seconds: 12 }),
  paid("paid-time-ended", 26, { seconds: 13 }),
  told("room-closed"),
  told("chat-switch", { mode: "offline" }),
  told("chat-switch", { mode: "free" }),
  told("message"),
  of("kick"),
]

const pathsOf = (course: ReadonlyArray<RoomStep>) =>
  sequenceMismatches(course).map(({ path }) => path)

describe("a room's sequence of events", () => {
  it("is accepted in its right order", () => {
    expect(sequenceMismatches(GOOD)).toEqual([])
  })

  it.each([
    ["an event for a session that has not entered", [of("message")], "course[0].message"],
    ["an acceptance without a request", [entered, of("accept-vip")], "course[1].accept-vip"],
    ["a hold without a request", [entered, of("custom", { name: "vip-held" })], "course[1].custom"],
    [
      "the end of a hold that does not exist",
      [entered, of("custom", { name: "vip-hold-ended" })],
      "course[1].custom",
    ],
    ["an event after the kick", [entered, of("kick"), of("message")], "course[2].message"],
    ["an event after the end", [told("room-closed"), told("message")], "course[1].message"],
    ["a tip without its movement", [told("tip", { id: "t1" })], "course[0].tip"],
    ["a balance that fell by another amount", [tipped(60)], "course[0].balance"],
    ["a charge before the start", [entered, paid("paid-time-charged")], "course[1].custom"],
    [
      "a total that falls",
      [
        entered,
        paid("paid-time-started"),
        paid("paid-time-charged", 20),
        paid("paid-time-charged", 10),
      ],
      "course[3].custom",
    ],
    [
      "a credit that is paid while time stands",
      [
        entered,
        paid("paid-time-started"),
        paid("paid-time-charged", 20, { isRunning: false }),
        paid("paid-time-charged", 30, { isRunning: true }),
      ],
      "course[3].custom",
    ],
    [
      "a second that is charged while time stands",
      [
        entered,
        paid("paid-time-started"),
        paid("paid-time-charged", 20, { seconds: 3, isRunning: false }),
        paid("paid-time-ended", 4, { seconds: 4 }),
      ],
      "course[3].custom",
    ],
    [
      "time that runs on before a picture is seen",
      [
        entered,
        paid("paid-time-started"),
        said(false),
        paid("paid-time-charged", 20, { isRunning: false }),
        paid("paid-time-charged", 20, { isRunning: true }),
      ],
      "course[4].custom",
    ],
    [
      "a second start",
      [entered, paid("paid-time-started"), paid("paid-time-started")],
      "course[2].custom",
    ],
    [
      "a charge after the end",
      [entered, paid("paid-time-started"), paid("paid-time-ended"), paid("paid-time-charged")],
      "course[3].custom",
    ],
  ] as const)("is refused at the place where there is %s", (_, course, path) => {
    expect(pathsOf(course)).toEqual([path])
  })
})
