import { expect, it } from "vitest"
import { stateDiff } from "./state-diff.ts"

it("a difference of states names each member that changed, came or went, and no other", () => {
  const before = { a: 1, b: { c: [1, { d: "x" }], e: null }, gone: true, same: { deep: [1, 2] } }
  const after = { a: 2, b: { c: [1, { d: "y" }, 3], e: {} }, came: 0, same: { deep: [1, 2] } }
  expect(stateDiff(before, after)).toEqual([
    { path: "a", before: 1, after: 2 },
    { path: "b.c[1].d", before: "x", after: "y" },
    { path: "b.c[2]", before: undefined, after: 3 },
    { path: "b.e", before: null, after: {} },
    { path: "gone", before: true, after: undefined },
    { path: "came", before: undefined, after: 0 },
  ])
  expect(stateDiff(before, before)).toEqual([])
  expect(stateDiff([], {})).toEqual([{ path: "", before: [], after: {} }])
})
