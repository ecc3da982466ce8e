import { describe, expect, it } from "vitest"
import { type EverKept, everKept } from "./ever-kept.ts"

type Told = readonly [kept: ReadonlyArray<string> | null, isKnown: boolean]

const after = (...told: ReadonlyArray<Told>): EverKept | null =>
  told.reduce<EverKept | null>((before, [kept, isKnown]) => everKept(before, kept, isKnown), null)

describe("whom the favourites page shows", () => {
  it("is the member's list in place of what was recalled, whoever is no favourite any more gone", () => {
    const recalled = after([null, false], [["p2", "p1"], false])
    expect(recalled).toMatchObject({ ids: ["p2", "p1"], isRecalled: true, isAwaiting: true })
    const listed = everKept(recalled, ["p3", "p1"], true)
    expect(listed).toEqual({ ids: ["p3", "p1"], since: 0, isRecalled: false, isAwaiting: false })
    expect(everKept(recalled, [], true)).toMatchObject({ ids: [], isRecalled: false })
  })

  it("stays the list that it is where the member's says the same", () => {
    const listed = after([["p2", "p1"], false], [["p2", "p1"], true])
    expect(listed).toEqual({ ids: ["p2", "p1"], since: 0, isRecalled: true, isAwaiting: false })
  })

  it("keeps whoever was a favourite while the page was open, and has who came later last", () => {
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
