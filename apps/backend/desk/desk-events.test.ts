import { describe, expect, it } from "vitest"
import type { DeskEvent, DeskLine } from "@foldcast/contracts/upstream/performer-desk"
import { withDeskLine } from "./desk-events.ts"

const joined = (mode: "free" | "chat", nickname = "noor"): DeskEvent => ({
  _tag: "Joined",
  nickname,
  isGuest: false,
  mode,
  wasHere: false,
})
const left = (nickname = "noor"): DeskEvent => ({ _tag: "Left", nickname })
const said: DeskEvent = { _tag: "Said", nickname: "sam", text: "hello", isPrivate: false }

/** The events in order, each at its second. */
const linesOf = (events: ReadonlyArray<readonly [number, DeskEvent]>): ReadonlyArray<DeskEvent> =>
  events
    .reduce<ReadonlyArray<DeskLine>>(
      (lines, [second, event], index) =>
        withDeskLine(lines, { number: index + 1, at: second * 1_000, event }),
      [],
    )
    .map(({ event }) => event)

describe("the event lines of a desk", () => {
  it("say in one line that a viewer goes on from free to paid, or back", () => {
    const moves = [
      [0, joined("free")],
      [9, left()],
      [9, joined("chat")],
      [60, left()],
      [60, said],
      [61, joined("free")],
    ] as const
    expect(linesOf(moves)).toEqual([
      joined("free"),
      { ...joined("chat"), wasHere: true },
      said,
      { ...joined("free"), wasHere: true },
    ])
  })

  it("say that a viewer left even if they come back later, or another one has the same name", () => {
    const later = [
      [0, left()],
      [4, joined("free")],
    ] as const
    const other = [
      [0, left()],
      [1, joined("free", "sam")],
    ] as const
    for (const moves of [later, other]) {
      expect(linesOf(moves)).toEqual(moves.map(([, event]) => event))
    }
  })
})
