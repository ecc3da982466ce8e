import { describe, expect, it } from "vitest"
import { isWhole, MAX_SCALE, movedZoom, swipeOf, wheeled, UNZOOMED, zoomedTo } from "./zoom.ts"

const BOX = { width: 400, height: 200 }

describe("an enlarged picture", () => {
  it("is never smaller than whole and never larger than four times", () => {
    expect(zoomedTo(UNZOOMED, 0.2, BOX)).toEqual(UNZOOMED)
    expect(zoomedTo(UNZOOMED, 99, BOX).scale).toBe(MAX_SCALE)
    expect(isWhole(zoomedTo({ scale: 3, x: 200, y: 90 }, 1, BOX))).toBe(true)
    expect(zoomedTo({ scale: 3, x: 200, y: 90 }, 1, BOX)).toEqual(UNZOOMED)
  })

  it("keeps the point under the finger where it is", () => {
    const at = { x: 50, y: -20 }
    const zoom = zoomedTo(UNZOOMED, 2, BOX, at)
    expect(zoom).toEqual({ scale: 2, x: -50, y: 20 })
    const closer = zoomedTo(zoom, 3, BOX, at)
    // The point of the picture under the finger: (at - moved) / scale.
    expect((at.x - closer.x) / closer.scale).toBeCloseTo((at.x - zoom.x) / zoom.scale)
    expect((at.y - closer.y) / closer.scale).toBeCloseTo((at.y - zoom.y) / zoom.scale)
  })

  it("moves as far as its edge, and not at all while it is whole", () => {
    expect(movedZoom(UNZOOMED, { x: 80, y: -80 }, BOX)).toEqual(UNZOOMED)
    const zoom = zoomedTo(UNZOOMED, 2, BOX)
    expect(movedZoom(zoom, { x: 30, y: 10 }, BOX)).toEqual({ scale: 2, x: 30, y: 10 })
    expect(movedZoom(zoom, { x: 9_999, y: -9_999 }, BOX)).toEqual({ scale: 2, x: 200, y: -100 })
  })

  it("grows as the wheel turns up, and shrinks as much as it turns back", () => {
    expect(wheeled(1, -100)).toBeGreaterThan(1)
    expect(wheeled(wheeled(1, -100), 100)).toBeCloseTo(1)
  })
})

describe("a swipe", () => {
  it("turns the page where it goes sideways and far enough", () => {
    expect(swipeOf({ x: -60, y: 10 })).toBe("left")
    expect(swipeOf({ x: 60, y: -10 })).toBe("right")
    for (const by of [
      { x: 20, y: 0 },
      { x: 60, y: 60 },
      { x: 0, y: 90 },
    ]) {
      expect(swipeOf(by)).toBeNull()
    }
  })
})
