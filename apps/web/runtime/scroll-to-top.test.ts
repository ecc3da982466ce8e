import { describe, expect, it } from "vitest"
import { scrollAt, scrollToTop } from "./scroll-to-top.ts"

/** A page that is drawn every ten milliseconds. */
const scrolling = (
  change: { readonly wantsLessMotion?: boolean; readonly movesAt?: number } = {},
) => {
  const shown: Array<number> = []
  let now = 0
  let position = 1_000
  const waiting: Array<() => void> = []
  scrollToTop({
    now: () => now,
    nextFrame: (draw) => waiting.push(draw),
    position: () => position,
    scrollTo: (to) => {
      position = to
      shown.push(to)
    },
    wantsLessMotion: () => change.wantsLessMotion === true,
  })
  for (let draw = waiting.shift(); draw !== undefined; draw = waiting.shift()) {
    now += 10
    if (change.movesAt === now) position += 200
    draw()
  }
  return { shown, took: now }
}

describe("back to the top", () => {
  it("takes 450 milliseconds and never turns back [SHELL-59]", () => {
    const { shown, took } = scrolling()
    expect([scrollAt(1_000, 0), scrollAt(1_000, 449), scrollAt(1_000, 450)]).toEqual([1_000, 0, 0])
    expect(took).toBeLessThanOrEqual(450)
    expect(took).toBeGreaterThan(300)
    expect(shown).toEqual(shown.toSorted((a, b) => b - a))
    expect(shown.at(-1)).toBe(0)
  })

  it("is immediate for a visitor who wants less motion [SHELL-59]", () => {
    expect(scrolling({ wantsLessMotion: true })).toEqual({ shown: [0], took: 0 })
  })

  it("stops where the visitor scrolls meanwhile", () => {
    expect(scrolling({ movesAt: 100 }).took).toBe(100)
  })
})
