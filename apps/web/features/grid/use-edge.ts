/**
 * Detects scrolling near an end of a list: `reached` runs when the marker there comes near the window, and again
 * when the list has changed and the marker is still near.
 */
import { type RefObject, useEffect, useRef } from "react"

export interface Edge {
  /** The distance from the window that counts as near, as an observer's `rootMargin`. */
  readonly margin: string
  /** Whether anything can be loaded there now. */
  readonly isOpen: boolean
  /** Identifies the list's content: a new value checks again. */
  readonly of: unknown
  /** True: only a return to the end counts, not being there from the start. */
  readonly isReturn?: boolean
  readonly reached: () => void
}

export const useEdge = ({
  margin,
  isOpen,
  of,
  isReturn = false,
  reached,
}: Edge): RefObject<HTMLDivElement | null> => {
  const mark = useRef<HTMLDivElement>(null)
  const latest = useRef(reached)
  useEffect(() => {
    latest.current = reached
  })
  useEffect(() => {
    const element = mark.current
    if (!isOpen || element === null) return
    let wasAway = !isReturn
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting } of entries) {
          if (!isIntersecting) wasAway = true
          else if (wasAway) latest.current()
        }
      },
      { rootMargin: margin },
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
    }
  }, [margin, isOpen, of, isReturn])
  return mark
}
