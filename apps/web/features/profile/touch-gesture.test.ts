import { describe, expect, it } from "vitest"
import { TouchGesture } from "./touch-gesture.ts"

describe("the fingers on a picture", () => {
  it("drag it by what one finger moved, and swipe where the whole stroke goes sideways", () => {
    const gesture = new TouchGesture()
    gesture.press(1, { x: 0, y: 0 })
    expect(gesture.move(1, { x: -30, y: 5 })).toEqual({ _tag: "Drag", by: { x: -30, y: 5 } })
    expect(gesture.move(1, { x: -60, y: 0 })).toEqual({ _tag: "Drag", by: { x: -30, y: -5 } })
    expect(gesture.lift(1)).toBe("left")
    expect(gesture.move(1, { x: 0, y: 0 })).toBeNull()
  })

  it("pinch it about their middle, by how much farther they are apart", () => {
    const gesture = new TouchGesture()
    gesture.press(1, { x: -10, y: 0 })
    gesture.press(2, { x: 10, y: 0 })
    expect(gesture.move(2, { x: 30, y: 0 })).toEqual({
      _tag: "Pinch",
      factor: 2,
      at: { x: 10, y: 0 },
    })
  })

  it("do not pinch from one place, where no factor is", () => {
    const gesture = new TouchGesture()
    gesture.press(1, { x: 0, y: 0 })
    gesture.press(2, { x: 0, y: 0 })
    expect(gesture.move(2, { x: 30, y: 0 })).toBeNull()
  })

  it("do not swipe once a second finger joined, nor after the browser took one over", () => {
    const joined = new TouchGesture()
    joined.press(1, { x: 0, y: 0 })
    joined.press(2, { x: 50, y: 0 })
    joined.lift(2)
    joined.move(1, { x: -90, y: 0 })
    expect(joined.lift(1)).toBeNull()

    const taken = new TouchGesture()
    taken.press(1, { x: 0, y: 0 })
    taken.move(1, { x: -90, y: 0 })
    taken.cancel(1)
    expect(taken.lift(1)).toBeNull()
  })
})
