/**
 * Room behind the cards for the page that comes next, so that nothing below them moves when it is here.
 *
 * It is made ahead: with the list itself, with the pages it had formerly, later where the list's end stands below
 * the window, or by a press that asks for the page. A page comes by itself only where there is room for it.
 * Invariant: no room is made in what the visitor sees without a press, but for pages that were here.
 */
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react"

/** How far below the window an end is that may move: further than one frame of scrolling. */
const UNSEEN = "0px 0px 300px"

export interface ReservedSpace {
  readonly isMade: boolean
  readonly make: () => void
  /** Stands where the list ends. */
  readonly end: RefObject<HTMLDivElement | null>
}

export const useReservedSpace = (
  /** Cards that are here: room is made behind so many. */
  count: number,
  /** Whether a page may come by itself. */
  mayFollow: boolean,
  /** Whether pages that were here formerly are on their way: what comes behind them is made room for too. */
  isRecalling: boolean,
): ReservedSpace => {
  const end = useRef<HTMLDivElement>(null)
  const [behind, setBehind] = useState<number | null>(count)
  const [wasRecalling, setWasRecalling] = useState(isRecalling)
  if (wasRecalling !== isRecalling) {
    setWasRecalling(isRecalling)
    setBehind(count)
  }
  const isMade = isRecalling || behind === count
  // Who looks at what stands below the list stays where they were on the page, and sees the list again.
  useLayoutEffect(() => {
    if (!isRecalling) return
    const { style } = document.documentElement
    style.setProperty("overflow-anchor", "none")
    return () => {
      style.removeProperty("overflow-anchor")
    }
  }, [isRecalling])
  useEffect(() => {
    const element = end.current
    if (isMade || !mayFollow || element === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        const isBelow = entries.some(
          ({ isIntersecting, boundingClientRect }) =>
            !isIntersecting && boundingClientRect.top > innerHeight,
        )
        if (isBelow) setBehind(count)
      },
      { rootMargin: UNSEEN },
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
    }
  }, [isMade, mayFollow, count])
  return {
    isMade,
    make: () => {
      setBehind(count)
    },
    end,
  }
}
