/**
 * The fingers on a picture, and what each of their movements is: a pinch of two, or a drag of one. The whole drag of
 * a single finger may be a swipe, unless a second one joined it. Pure.
 */
import { type Point, swipeOf } from "./zoom.ts"

export type Movement =
  | { readonly _tag: "Pinch"; readonly factor: number; readonly at: Point }
  | { readonly _tag: "Drag"; readonly by: Point }

const distance = ([one, other]: ReadonlyArray<Point>): number =>
  one === undefined || other === undefined ? 0 : Math.hypot(one.x - other.x, one.y - other.y)

const middle = ([one, other]: ReadonlyArray<Point>): Point => ({
  x: ((one?.x ?? 0) + (other?.x ?? 0)) / 2,
  y: ((one?.y ?? 0) + (other?.y ?? 0)) / 2,
})

export class TouchGesture {
  readonly #fingers = new Map<number, Point>()
  /** How far the single finger has moved; null after a second finger. */
  #stroke: Point | null = null

  press(finger: number, at: Point): void {
    this.#fingers.set(finger, at)
    this.#stroke = this.#fingers.size === 1 ? { x: 0, y: 0 } : null
  }

  isPressed(finger: number): boolean {
    return this.#fingers.has(finger)
  }

  /** Null for a finger that does not press, and for two that were in one place. */
  move(finger: number, at: Point): Movement | null {
    const before = this.#fingers.get(finger)
    if (before === undefined) return null
    const wasApart = distance([...this.#fingers.values()])
    this.#fingers.set(finger, at)
    const fingers = [...this.#fingers.values()]
    if (fingers.length > 1) {
      if (wasApart === 0) return null
      return { _tag: "Pinch", factor: distance(fingers) / wasApart, at: middle(fingers) }
    }
    const by = { x: at.x - before.x, y: at.y - before.y }
    if (this.#stroke !== null) {
      this.#stroke = { x: this.#stroke.x + by.x, y: this.#stroke.y + by.y }
    }
    return { _tag: "Drag", by }
  }

  /** The swipe that ends here; null: none. */
  lift(finger: number): "left" | "right" | null {
    const stroke = this.#stroke
    this.cancel(finger)
    return stroke === null ? null : swipeOf(stroke)
  }

  /** The browser took the finger over: no swipe ends. */
  cancel(finger: number): void {
    this.#fingers.delete(finger)
    this.#stroke = null
  }
}
