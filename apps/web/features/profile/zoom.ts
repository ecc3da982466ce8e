/**
 * The zoom of a picture: its scale and its offset from the middle of its box. Pure.
 *
 * Invariants: the picture is never smaller than the whole and never larger than `MAX_SCALE`; it never moves so far
 * that the box shows the area beside it.
 */
export interface Zoom {
  readonly scale: number
  /** Pixels from the middle. */
  readonly x: number
  readonly y: number
}

/** Width and height in pixels, and a point measured from the middle. */
export interface Box {
  readonly width: number
  readonly height: number
}
export interface Point {
  readonly x: number
  readonly y: number
}

export const UNZOOMED: Zoom = { scale: 1, x: 0, y: 0 }
export const MAX_SCALE = 4
/** The factor of one button press. */
export const ZOOM_STEP = 1.5
/** The scale after a double tap. */
export const CLOSE_UP = 2.5
const MIDDLE: Point = { x: 0, y: 0 }

const between = (value: number, least: number, most: number) =>
  Math.min(most, Math.max(least, value))

const held = ({ scale, x, y }: Zoom, { width, height }: Box): Zoom => {
  const spareX = ((scale - 1) * width) / 2
  const spareY = ((scale - 1) * height) / 2
  // `-0` does not equal 0 in `Object.is`.
  return { scale, x: between(x, -spareX, spareX) + 0, y: between(y, -spareY, spareY) + 0 }
}

/** The point `at` stays in place. */
export const zoomedTo = (zoom: Zoom, scale: number, box: Box, at: Point = MIDDLE): Zoom => {
  const next = between(scale, UNZOOMED.scale, MAX_SCALE)
  const factor = next / zoom.scale
  return held(
    { scale: next, x: at.x - (at.x - zoom.x) * factor, y: at.y - (at.y - zoom.y) * factor },
    box,
  )
}

export const movedZoom = (zoom: Zoom, by: Point, box: Box): Zoom =>
  held({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, box)

export const isWhole = ({ scale }: Zoom): boolean => scale === UNZOOMED.scale

const WHEEL_SPEED = 0.002

/** The scale after a turn of the wheel; `delta` as the browser reports it, downwards positive. */
export const wheeled = (scale: number, delta: number): number =>
  scale * Math.exp(-delta * WHEEL_SPEED)

/** Pixels that a finger moves before it counts as a swipe. */
const SWIPE_PX = 40

/** A horizontal swipe over a picture that is not zoomed; null: none. */
export const swipeOf = ({ x, y }: Point): "left" | "right" | null => {
  if (Math.abs(x) < SWIPE_PX || Math.abs(x) < 1.5 * Math.abs(y)) return null
  return x < 0 ? "left" : "right"
}
