import { it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { describe, expect } from "vitest"
import { backfillPages } from "./backfill-pages.ts"

describe("the pages of a backfill", () => {
  it.effect.prop(
    "hold every event once and in order, none empty, none longer than allowed",
    [Schema.Array(Schema.String), Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 20 }))],
    ([texts, most]) =>
      Effect.sync(() => {
        const stored = texts.map((wire, index) => ({ seq: index + 1, wire }))
        const pages = backfillPages(stored, most)
        expect(pages.flatMap(({ wires }) => wires)).toEqual(texts)
        let next = 1
        for (const { from, wires } of pages) {
          expect(from).toBe(next)
          next += wires.length
          expect(wires.length).toBeGreaterThan(0)
          if (wires.length > 1) expect(wires.join("").length).toBeLessThanOrEqual(most)
        }
      }),
  )
  it("are as long as allowed", () => {
    const stored = ["ab", "cd", "e"].map((wire, index) => ({ seq: index + 1, wire }))
    expect(backfillPages(stored, 4).map(({ wires }) => wires)).toEqual([["ab", "cd"], ["e"]])
  })
})
