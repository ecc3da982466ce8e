/**
 * Scrolling near an end of a list: `reached` runs when the mark that stands there comes near the window, and again
 * when the list has changed under it and the mark is still near.
 */
import { type RefObject, useEffect, useRef } from "react"

export interface Edge {
  /** How far outside the window it counts as near, as an observer's `rootMargin`. */
  readonly margin: string
  /** Whether anything is to be had there now. */
  readonly isOpen: boolean
  /** What the list is: another value looks again. */
  readonly of: unknown
  /** Only for those who come back to it: being there from the start does not count. */
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
