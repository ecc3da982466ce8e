/**
 * Scrolls a new message into view, clear of the bars at the page's edges (`scroll-padding`): only a nearby button
 * or field may be in view.
 */
import { type RefObject, useEffect, useRef } from "react"

/** @param told Null or false while there is no message; a new message must be a different value. */
export const useInSight = <E extends HTMLElement>(
  told: string | boolean | null,
): RefObject<E | null> => {
  const element = useRef<E>(null)
  useEffect(() => {
    const { current } = element
    if (told === null || told === false || current === null) return
    // A tall message is aligned at its start.
    const isTall = current.offsetHeight > innerHeight / 2
    current.scrollIntoView({ block: isTall ? "start" : "nearest" })
  }, [told])
  return element
}
