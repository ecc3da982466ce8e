/** The lightbox's keys: they turn to another picture, zoom, and move a zoomed picture. Pure. */
import { type Turn, turnOfKey } from "./gallery.ts"
import { isWhole, type Point, type Zoom } from "./zoom.ts"

/** Pixels that a key moves a picture. */
const MOVE_PX = 80
const MOVES: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: MOVE_PX, y: 0 },
  ArrowRight: { x: -MOVE_PX, y: 0 },
  ArrowUp: { x: 0, y: MOVE_PX },
  ArrowDown: { x: 0, y: -MOVE_PX },
}

const ZOOMS = { "+": "closer", "=": "closer", "-": "farther", "0": "whole" } as const
const isZoomKey = (key: string): key is keyof typeof ZOOMS => Object.hasOwn(ZOOMS, key)

export type KeyAction =
  | { readonly _tag: "Move"; readonly by: Point }
  | { readonly _tag: "Turn"; readonly to: Turn }
  | { readonly _tag: "Zoom"; readonly how: (typeof ZOOMS)[keyof typeof ZOOMS] }

export interface KeyPressed {
  readonly key: string
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

export interface KeyedView {
  readonly zoom: Zoom
  /** Whether there is another picture to turn to. */
  readonly pagination: boolean
  readonly isRightToLeft: boolean
}

/** Null: the key has no meaning in the lightbox. */
export const actionOfKey = (
  { key, altKey, ctrlKey, metaKey }: KeyPressed,
  { zoom, pagination, isRightToLeft }: KeyedView,
): KeyAction | null => {
  if (altKey || ctrlKey || metaKey) return null
  const by = isWhole(zoom) || !Object.hasOwn(MOVES, key) ? undefined : MOVES[key]
  if (by !== undefined) return { _tag: "Move", by }
  const to = pagination ? turnOfKey(key, isRightToLeft) : null
  if (to !== null) return { _tag: "Turn", to }
  return isZoomKey(key) ? { _tag: "Zoom", how: ZOOMS[key] } : null
}
