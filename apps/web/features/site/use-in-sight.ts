/**
 * Brings what is told into sight as it comes, clear of what lies over the page's edges (`scroll-padding`): it may
 * stand beside a button or a field that alone is seen.
 */
import { type RefObject, useEffect, useRef } from "react"

/** @param told Null or false while there is nothing; what is told anew is another value. */
export const useInSight = <E extends HTMLElement>(
  told: string | boolean | null,
): RefObject<E | null> => {
  const element = useRef<E>(null)
  useEffect(() => {
    const { current } = element
    if (told === null || told === false || current === null) return
    // Of what hardly fits, its beginning.
    const isTall = current.offsetHeight > innerHeight / 2
    current.scrollIntoView({ block: isTall ? "start" : "nearest" })
  }, [told])
  return element
}
