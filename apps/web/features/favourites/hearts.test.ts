/** Among a thousand cards, only those whose heart changed are notified. */
import { describe, expect, it } from "vitest"
import { changedHearts, type Hearts, heartRefusal, standingOf } from "./hearts.ts"

const hearts = (change: Partial<Hearts> = {}): Hearts => ({
  hasMember: true,
  kept: new Set(["p1", "p2"]),
  refusal: null,
  ...change,
})
const refusal = { performerId: "p9", label: "notFound", at: 1 }

describe("a heart", () => {
  it("is a guest's, or a member's and filled or empty", () => {
    expect(["p1", "p3"].map((id) => standingOf(hearts(), id))).toEqual(["kept", "open"])
    expect(standingOf(hearts({ hasMember: false }), "p1")).toBe("guest")
  })

  it("shows the refusal of its own performer alone", () => {
    const refused = hearts({ refusal })
    expect(["p1", "p9"].map((id) => heartRefusal(refused, id))).toEqual([null, refusal])
  })
})

describe("the performers whose hearts changed", () => {
  it("are none where the favourites are the same", () => {
    expect(changedHearts(hearts(), hearts({ kept: new Set(["p2", "p1"]) }))).toEqual([])
  })

  it("are those added and those removed", () => {
    expect(changedHearts(hearts(), hearts({ kept: new Set(["p2", "p3"]) }))).toEqual(["p1", "p3"])
  })

  it("are those of a refusal, when it comes, when another takes its place and when it goes", () => {
    const first = hearts({ refusal })
    const second = hearts({ refusal: { ...refusal, performerId: "p8" } })
    const again = hearts({ refusal: { ...refusal, at: 2 } })
    expect(changedHearts(hearts(), first)).toEqual(["p9"])
    expect(changedHearts(first, second)).toEqual(["p9", "p8"])
    expect(changedHearts(first, again)).toContain("p9")
    expect(changedHearts(first, hearts())).toEqual(["p9"])
  })

  it("are all of them when a member logs in or out", () => {
    expect(changedHearts(hearts(), hearts({ hasMember: false }))).toBeNull()
  })
})
