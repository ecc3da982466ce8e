import { describe, expect, it } from "vitest"
import { type EntryState, isSamePage, layerMove, type LayerMove, layersOf } from "./layer-moves.ts"

/** Every step until the entry has the wanted layers; a step back ends them. */
const movesTo = (wanted: ReadonlyArray<string>, from: ReadonlyArray<string>) => {
  const moves: Array<LayerMove> = []
  let entry = from
  for (let move = layerMove(entry, wanted); move._tag !== "Stay"; move = layerMove(entry, wanted)) {
    moves.push(move)
    entry = move._tag === "Back" ? wanted : move.open
  }
  expect(entry).toEqual(wanted)
  return moves
}

describe("the entries of layers", () => {
  it("are one for each layer, in the order in which they opened", () => {
    expect(movesTo(["menu", "question"], [])).toEqual([
      { _tag: "Push", open: ["menu"] },
      { _tag: "Push", open: ["menu", "question"] },
    ])
  })

  it("are left together where several layers closed", () => {
    expect(movesTo([], ["menu", "question"])).toEqual([{ _tag: "Back", steps: 2 }])
  })

  it("stay where one window took the place of another, and where the lower of two closed", () => {
    expect(movesTo(["register"], ["logIn"])).toEqual([{ _tag: "Rename", open: ["register"] }])
    expect(movesTo(["question"], ["menu", "question"])).toEqual([{ _tag: "Back", steps: 1 }])
    expect(movesTo(["wallet", "question"], ["menu"])).toEqual([
      { _tag: "Rename", open: ["wallet"] },
      { _tag: "Push", open: ["wallet", "question"] },
    ])
  })

  it("need no step where they are those of the open layers", () => {
    expect(movesTo(["menu"], ["menu"])).toEqual([])
    expect(movesTo([], [])).toEqual([])
  })
})

describe("an entry of a layer", () => {
  const page: EntryState = { __TSR_key: "k1" }
  const menu: EntryState = { ...page, layers: { page: "k1", open: ["menu"] } }

  it("is its page's, also after the router gave it another key", () => {
    expect(isSamePage(page, menu)).toBe(true)
    expect(isSamePage(page, { ...menu, __TSR_key: "k2" })).toBe(true)
    expect(isSamePage({ __TSR_key: "k2" }, menu)).toBe(false)
    expect([layersOf(page), layersOf(menu), layersOf(null)]).toEqual([[], ["menu"], []])
  })

  it("is not that of an entry which the router did not write", () => {
    expect(isSamePage(null, null)).toBe(false)
    expect(isSamePage({}, {})).toBe(false)
  })
})
