import { describe, expect, it } from "vitest"
import { NEW_CALL, watchCall, type WatchedCall, type WatchDecision } from "./watching.ts"

const HANG_UP_MS = 60_000

/** Looks each time; answers what was told, by its time. */
const toldOf = (
  looks: ReadonlyArray<readonly [now: number, isWatched: boolean, isLongest?: boolean]>,
) => {
  let call: WatchedCall = NEW_CALL
  const told: Array<readonly [number, NonNullable<WatchDecision["tell"]>]> = []
  for (const [now, isWatched, isLongest = false] of looks) {
    const decision = watchCall(call, { isWatched, isLongest, hangUpMs: HANG_UP_MS, now })
    call = decision.call
    if (decision.tell !== null) told.push([now, decision.tell])
  }
  return told
}
const announced = { kind: "announce", why: "notWatching" }
const hungUp = { kind: "hangUp", why: "notWatching" }

describe("a call whose caller watches nobody", () => {
  it("is announced soon, and hung up once after the whole time", () => {
    expect(
      toldOf([
        [0, false],
        [2_999, false],
        [3_000, false],
        [59_999, false],
        [60_000, false],
        [61_000, false],
      ]),
    ).toEqual([
      [3_000, announced],
      [60_000, hungUp],
    ])
  })

  it("is not hung up where a room is entered in time, and has its whole time again", () => {
    expect(
      toldOf([
        [0, false],
        [59_000, false],
        [59_500, true],
        [70_000, true],
        [80_000, false],
        [139_999, false],
        [140_000, false],
      ]),
    ).toEqual([
      [59_000, announced],
      [139_999, announced],
      [140_000, hungUp],
    ])
  })

  it("hears nothing between two rooms", () => {
    expect(
      toldOf([
        [0, true],
        [1_000, false],
        [3_500, false],
        [3_900, true],
      ]),
    ).toEqual([])
  })

  it("is hung up after its longest time, watched or not", () => {
    expect(
      toldOf([
        [0, true],
        [1_000, true, true],
        [2_000, false, true],
      ]),
    ).toEqual([[1_000, { kind: "hangUp", why: "longest" }]])
  })
})
