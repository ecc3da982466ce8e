import { describe, expect, it } from "vitest"
import { GONE_SOURCE, listChanges, type ShownItem } from "./list-changes.ts"

const NOTHING = { remove: [], markGone: [], replace: [], append: [] }
const item = (id: string, source: string | undefined, isSelected = false): ShownItem => ({
  id,
  source,
  isSelected,
})

describe("the changes of a list on the desk's page", () => {
  it("are empty where the server's markup is the same", () => {
    expect(listChanges([item("a", "A")], [{ id: "a", source: "A" }])).toEqual(NOTHING)
  })

  it("replace rows with other markup, append new ones and remove those that are gone", () => {
    const shown = [item("a", "A"), item("b", "B"), item("c", undefined)]
    const fetched = [
      { id: "b", source: "B2" },
      { id: "c", source: "C" },
      { id: "d", source: "D" },
      { id: "e", source: "E" },
    ]
    expect(listChanges(shown, fetched)).toEqual({
      remove: ["a"],
      markGone: [],
      replace: ["b", "c"],
      append: ["d", "e"],
    })
  })

  it("keep a selected viewer who has left, and mark them once", () => {
    const left = item("to-7", "Anna", true)
    expect(listChanges([left], [])).toEqual({ ...NOTHING, markGone: ["to-7"] })
    expect(listChanges([{ ...left, source: GONE_SOURCE }], [])).toEqual(NOTHING)
  })

  it("replace a marked viewer who is back, and remove one who is no longer selected", () => {
    const gone = item("to-7", GONE_SOURCE, true)
    expect(listChanges([gone], [{ id: "to-7", source: "Anna" }])).toEqual({
      ...NOTHING,
      replace: ["to-7"],
    })
    expect(listChanges([{ ...gone, isSelected: false }], [])).toEqual({
      ...NOTHING,
      remove: ["to-7"],
    })
  })
})
