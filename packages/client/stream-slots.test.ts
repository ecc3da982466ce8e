import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  bySlotRank,
  entitledSeekers,
  MAX_EVENT_STREAMS,
  type SlotSeeker,
  slotTurn,
} from "./stream-slots.ts"

const seekers = fc
  .uniqueArray(
    fc.record({
      id: fc.uuid(),
      isPaid: fc.boolean(),
      isSeen: fc.boolean(),
      usedAt: fc.nat(9),
    }),
    { selector: ({ id }) => id, maxLength: 12 },
  )
  .map((all): ReadonlyArray<SlotSeeker> => all)

describe("the turn to stream", () => {
  it("belongs to four documents at most, to all where they are fewer, and does not depend on their order", () => {
    fc.assert(
      fc.property(seekers, (all) => {
        const entitled = entitledSeekers(all)
        expect(entitled.size).toBe(Math.min(MAX_EVENT_STREAMS, all.length))
        expect(entitledSeekers(all.toReversed())).toEqual(entitled)
      }),
    )
  })

  it("goes to documents with paid time before others, and to visible ones before hidden ones", () => {
    fc.assert(
      fc.property(seekers, (all) => {
        const entitled = entitledSeekers(all)
        for (const out of all.filter(({ id }) => !entitled.has(id))) {
          for (const within of all.filter(({ id }) => entitled.has(id))) {
            expect(bySlotRank(within, out)).toBeLessThan(0)
            if (out.isPaid) expect(within.isPaid).toBe(true)
            if (out.isSeen && out.isPaid === within.isPaid) expect(within.isSeen).toBe(true)
          }
        }
      }),
    )
  })

  it("of a document without a slot says whether using it now would get one", () => {
    fc.assert(
      fc.property(seekers, (all) => {
        for (const me of all) {
          const others = all.filter(({ id }) => id !== me.id)
          const used = { ...me, isSeen: true, usedAt: 10 }
          expect(slotTurn(me, others) === "own").toBe(entitledSeekers(all).has(me.id))
          expect(slotTurn(me, others) === "payingOthers").toBe(slotTurn(used, others) !== "own")
        }
      }),
    )
  })

  it("goes to the one used last of two visible documents", () => {
    const seen = (id: string, usedAt: number): SlotSeeker => ({
      id,
      isPaid: false,
      isSeen: true,
      usedAt,
    })
    const all = ["a", "b", "c", "d", "e"].map((id, index) => seen(id, index))
    expect([...entitledSeekers(all)].toSorted()).toEqual(["b", "c", "d", "e"])
    expect(entitledSeekers([...all.slice(1), seen("a", 9)]).has("b")).toBe(false)
  })
})
