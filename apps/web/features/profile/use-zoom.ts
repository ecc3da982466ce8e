/**
 * Zooms one picture by pinch, wheel, double tap and drag; a swipe over a picture that is not zoomed turns to
 * another one. The decisions are in zoom.ts.
 */
import { type MouseEvent, type PointerEvent, useCallback, useRef, useState } from "react"
import {
  type Box,
  CLOSE_UP,
  isWhole,
  movedZoom,
  type Point,
  swipeOf,
  wheeled,
  UNZOOMED,
  type Zoom,
  zoomedTo,
  ZOOM_STEP,
} from "./zoom.ts"

export interface ZoomControls {
  readonly closer: () => void
  readonly farther: () => void
  readonly whole: () => void
  readonly move: (by: Point) => void
}

const boxOf = (element: Element | null): Box => {
  const { width = 0, height = 0 } = element?.getBoundingClientRect() ?? {}
  return { width, height }
}

/** Measured from the middle of the element. */
const placeIn = (
  element: Element,
  at: { readonly clientX: number; readonly clientY: number },
): Point => {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: at.clientX - left - width / 2, y: at.clientY - top - height / 2 }
}

const apart = ([one, other]: ReadonlyArray<Point>): number =>
  one === undefined || other === undefined ? 0 : Math.hypot(one.x - other.x, one.y - other.y)

const between = ([one, other]: ReadonlyArray<Point>): Point => ({
  x: ((one?.x ?? 0) + (other?.x ?? 0)) / 2,
  y: ((one?.y ?? 0) + (other?.y ?? 0)) / 2,
})

export const useZoom = (onSwipe: (to: "left" | "right") => void) => {
  const stage = useRef<HTMLDivElement | null>(null)
  const [zoom, setZoom] = useState<Zoom>(UNZOOMED)
  /** The fingers on the screen, by their current position. */
  const fingers = useRef(new Map<number, Point>())
  /** How far the single finger has moved; null after a second finger. */
  const stroke = useRef<Point | null>(null)

  const scaleBy = (factor: number, at?: Point) => {
    setZoom((now) => zoomedTo(now, now.scale * factor, boxOf(stage.current), at))
  }
  const attach = useCallback((element: HTMLDivElement | null) => {
    stage.current = element
    const wheel = (event: WheelEvent) => {
      if (element === null) return
      event.preventDefault()
      const at = placeIn(element, event)
      setZoom((now) => zoomedTo(now, wheeled(now.scale, event.deltaY), boxOf(element), at))
    }
    // React's wheel listeners are passive and cannot stop the page from zooming too.
    element?.addEventListener("wheel", wheel, { passive: false })
    return () => {
      element?.removeEventListener("wheel", wheel)
      stage.current = null
    }
  }, [])

  const lift = ({ pointerId }: PointerEvent) => {
    fingers.current.delete(pointerId)
    const swipe = stroke.current === null || !isWhole(zoom) ? null : swipeOf(stroke.current)
    stroke.current = null
    if (swipe !== null) onSwipe(swipe)
  }

  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      fingers.current.set(event.pointerId, placeIn(event.currentTarget, event))
      stroke.current = fingers.current.size === 1 ? { x: 0, y: 0 } : null
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
      const before = fingers.current.get(event.pointerId)
      if (before === undefined) return
      const wasApart = apart([...fingers.current.values()])
      const at = placeIn(event.currentTarget, event)
      fingers.current.set(event.pointerId, at)
      const all = [...fingers.current.values()]
      if (all.length > 1) {
        if (wasApart > 0) scaleBy(apart(all) / wasApart, between(all))
        return
      }
      const by = { x: at.x - before.x, y: at.y - before.y }
      if (stroke.current !== null) {
        stroke.current = { x: stroke.current.x + by.x, y: stroke.current.y + by.y }
      }
      setZoom((now) => movedZoom(now, by, boxOf(stage.current)))
    },
    onPointerUp: lift,
    onPointerCancel: (event: PointerEvent<HTMLDivElement>) => {
      stroke.current = null
      lift(event)
    },
    onDoubleClick: (event: MouseEvent<HTMLDivElement>) => {
      const at = placeIn(event.currentTarget, event)
      setZoom((now) =>
        isWhole(now) ? zoomedTo(now, CLOSE_UP, boxOf(stage.current), at) : UNZOOMED,
      )
    },
  }

  const moveBy = (by: Point) => {
    setZoom((now) => movedZoom(now, by, boxOf(stage.current)))
  }
  const controls: ZoomControls = {
    closer: () => scaleBy(ZOOM_STEP),
    farther: () => scaleBy(1 / ZOOM_STEP),
    whole: () => setZoom(UNZOOMED),
    move: moveBy,
  }
  return { attach, zoom, handlers, controls }
}

export type ZoomedStage = ReturnType<typeof useZoom>
