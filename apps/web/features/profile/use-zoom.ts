/**
 * Zooms one picture by pinch, wheel, double tap and drag; a swipe over a picture that is not zoomed turns to
 * another one. The decisions are in zoom.ts and touch-gesture.ts.
 */
import { type MouseEvent, type PointerEvent, useCallback, useRef, useState } from "react"
import { TouchGesture } from "./touch-gesture.ts"
import {
  type Box,
  CLOSE_UP,
  isWhole,
  movedZoom,
  type Point,
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

export const useZoom = (onSwipe: (to: "left" | "right") => void) => {
  const stage = useRef<HTMLDivElement | null>(null)
  const [zoom, setZoom] = useState<Zoom>(UNZOOMED)
  const [gesture] = useState(() => new TouchGesture())

  const scaleBy = (factor: number, at?: Point) => {
    setZoom((now) => zoomedTo(now, now.scale * factor, boxOf(stage.current), at))
  }
  const moveBy = (by: Point) => {
    setZoom((now) => movedZoom(now, by, boxOf(stage.current)))
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

  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      gesture.press(event.pointerId, placeIn(event.currentTarget, event))
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
      // A hovering mouse costs no measurement.
      if (!gesture.isPressed(event.pointerId)) return
      const movement = gesture.move(event.pointerId, placeIn(event.currentTarget, event))
      if (movement?._tag === "Pinch") scaleBy(movement.factor, movement.at)
      if (movement?._tag === "Drag") moveBy(movement.by)
    },
    onPointerUp: ({ pointerId }: PointerEvent<HTMLDivElement>) => {
      const swipe = gesture.lift(pointerId)
      if (swipe !== null && isWhole(zoom)) onSwipe(swipe)
    },
    onPointerCancel: ({ pointerId }: PointerEvent<HTMLDivElement>) => {
      gesture.cancel(pointerId)
    },
    onDoubleClick: (event: MouseEvent<HTMLDivElement>) => {
      const at = placeIn(event.currentTarget, event)
      setZoom((now) =>
        isWhole(now) ? zoomedTo(now, CLOSE_UP, boxOf(stage.current), at) : UNZOOMED,
      )
    },
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
