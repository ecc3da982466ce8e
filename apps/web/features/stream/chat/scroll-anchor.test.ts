/** A list of lines with heights of their own, and somebody who reads in it, whatever happens to the list. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type ListView, scrollAnchorOf, scrollCorrection } from "./scroll-anchor.ts"

const HEIGHT = 300

class List {
  lines: Array<{ readonly key: number; height: number }>
  scrollTop = 0
  height = HEIGHT
  #next = 0

  constructor(heights: ReadonlyArray<number>) {
    this.lines = []
    this.add(heights)
  }

  add(heights: ReadonlyArray<number>) {
    for (const height of heights) this.lines.push({ key: (this.#next += 1), height })
  }
  #topOf(index: number) {
    return this.lines.slice(0, index).reduce((sum, { height }) => sum + height, 0)
  }
  get mostScrolled() {
    return Math.max(0, this.#topOf(this.lines.length) - this.height)
  }
  /** As a browser does after each change. */
  clamp() {
    this.scrollTop = Math.min(this.scrollTop, this.mostScrolled)
  }
  scrollBy(pixels: number) {
    this.scrollTop = Math.max(0, this.scrollTop + pixels)
    this.clamp()
  }
  view(): ListView<number> {
    return {
      scrollTop: this.scrollTop,
      maxScrollTop: this.mostScrolled,
      height: this.height,
      count: this.lines.length,
      line: (index) => {
        const line = this.lines[index]
        if (line === undefined) return undefined
        const top = this.#topOf(index) - this.scrollTop
        return { key: line.key, top, bottom: top + line.height }
      },
    }
  }
  seenAt(key: number): number | null {
    const index = this.lines.findIndex((line) => line.key === key)
    return index < 0 ? null : this.#topOf(index) - this.scrollTop
  }
  /** What the reader has before them, the uppermost first. */
  seen(): ReadonlyArray<{ readonly key: number; readonly top: number }> {
    let bottom = -this.scrollTop
    return this.lines.flatMap(({ key, height }) => {
      const top = bottom
      bottom += height
      return bottom > 0 && top < this.height ? [{ key, top }] : []
    })
  }
  keeps(change: () => void) {
    const place = scrollAnchorOf(this.view())
    change()
    this.clamp()
    this.scrollBy(scrollCorrection(place, this.view(), (key) => this.seenAt(key)))
  }
}

const heights = (count: number, height = 40) => Array.from({ length: count }, () => height)

describe("the scroll anchor", () => {
  it("is on the same line, to the pixel, whatever comes, goes or changes its height, where there is room", () => {
    const change = fc.oneof(
      fc.record({ adds: fc.array(fc.integer({ min: 10, max: 120 }), { maxLength: 8 }) }),
      fc.record({ trims: fc.integer({ min: 1, max: 6 }) }),
      fc.record({ removes: fc.integer({ min: 0, max: 3 }) }),
      fc.record({ resizes: fc.integer({ min: 0, max: 59 }), to: fc.integer({ min: 5, max: 200 }) }),
      fc.record({ becomes: fc.integer({ min: 100, max: 500 }) }),
    )
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4_000 }),
        fc.array(change, { maxLength: 12 }),
        (from, changes) => {
          // A long way below, so that nobody is at its end.
          const list = new List([...heights(60, 50), ...heights(200, 60)])
          list.scrollBy(from)
          for (const one of changes) {
            const before = list.seen()
            list.keeps(() => {
              if ("adds" in one) list.add(one.adds)
              if ("trims" in one) list.lines.splice(0, one.trims)
              if ("removes" in one) {
                const gone = before[one.removes]?.key
                list.lines = list.lines.filter(({ key }) => key !== gone)
              }
              if ("becomes" in one) list.height = one.becomes
              if ("resizes" in one) {
                const line = list.lines[one.resizes]
                if (line !== undefined) line.height = one.to
              }
            })
            const kept = before.find(({ key }) => list.seenAt(key) !== null)
            const now = kept === undefined ? null : list.seenAt(kept.key)
            const isAtTop = list.scrollTop === 0
            if (kept === undefined) expect(isAtTop).toBe(true)
            // Above the first line there is nothing to scroll to.
            else if (isAtTop) expect(now).toBeLessThanOrEqual(kept.top)
            else expect(now).toBe(kept.top)
          }
        },
      ),
    )
  })

  it("follows the reader's scrolling also where no event reported it", () => {
    const list = new List(heights(100))
    list.scrollBy(1_000)
    const place = scrollAnchorOf(list.view())
    list.scrollBy(130)
    list.lines.splice(0, 3)
    list.scrollBy(scrollCorrection(place, list.view(), (key) => list.seenAt(key)))
    expect(list.scrollTop).toBe(1_130 - 120)
  })

  it("is not lost where the list becomes so short that it is scrolled back", () => {
    const list = new List(heights(30))
    list.scrollBy(800)
    const [first] = scrollAnchorOf(list.view()).lines
    list.keeps(() => {
      list.lines.splice(0, 10)
      list.add(heights(5))
    })
    expect(list.seenAt(first?.key ?? 0)).toBe(first?.top)
  })

  it("is the top of what is left where all that was in view is gone", () => {
    const list = new List(heights(100))
    list.scrollBy(400)
    list.keeps(() => list.lines.splice(0, 60))
    expect(list.scrollTop).toBe(0)
  })

  it("is absent in an empty list", () => {
    const list = new List([])
    const place = scrollAnchorOf(list.view())
    expect(place.lines).toEqual([])
    list.add(heights(20))
    list.scrollBy(90)
    expect(scrollCorrection(place, list.view(), (key) => list.seenAt(key))).toBe(0)
  })
})
