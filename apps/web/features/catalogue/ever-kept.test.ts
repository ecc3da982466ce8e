import { describe, expect, it } from "vitest"
import { type EverKept, everKept } from "./ever-kept.ts"

type Told = readonly [kept: ReadonlyArray<string> | null, isKnown: boolean]

const after = (...told: ReadonlyArray<Told>): EverKept | null =>
  told.reduce<EverKept | null>((before, [kept, isKnown]) => everKept(before, kept, isKnown), null)

describe("the performers that the favourites page shows", () => {
  it("are the member's list in place of the recalled one, without those removed from it", () => {
    const recalled = after([null, false], [["p2", "p1"], false])
    expect(recalled).toMatchObject({ ids: ["p2", "p1"], isRecalled: true, isAwaiting: true })
    const listed = everKept(recalled, ["p3", "p1"], true)
    expect(listed).toEqual({ ids: ["p3", "p1"], since: 0, isRecalled: false, isAwaiting: false })
    expect(everKept(recalled, [], true)).toMatchObject({ ids: [], isRecalled: false })
  })

  it("stay as they are where the member's list is the same", () => {
    const listed = after([["p2", "p1"], false], [["p2", "p1"], true])
    expect(listed).toEqual({ ids: ["p2", "p1"], since: 0, isRecalled: true, isAwaiting: false })
  })

  it("keep everybody who was a favourite while the page was open, and have new ones last", () => {
    const before = after([["p2", "p1"], true], [["p1"], true])
    expect(before?.ids).toEqual(["p2", "p1"])
    expect(everKept(before, ["p3", "p1"], true)).toMatchObject({
      ids: ["p2", "p1", "p3"],
      since: 1,
    })
    expect(everKept(before, ["p1"], true)).toBe(before)
    expect(everKept(before, null, false)).toBe(before)
  })
})
