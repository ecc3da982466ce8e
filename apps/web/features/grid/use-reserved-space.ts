/**
 * Reserves space behind the cards for the next page, so that the content below does not shift when it loads.
 *
 * The space is reserved ahead: with the list itself, with its formerly loaded pages, later when the list's end is
 * below the window, or by a press that loads the page. A page loads by itself only where its space is reserved.
 * Invariant: space in the visible area is reserved only on a press or for formerly loaded pages.
 */
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react"

/** How far below the window the end must be to move unseen: further than one frame of scrolling. */
const UNSEEN = "0px 0px 300px"

export interface ReservedSpace {
  readonly isMade: boolean
  readonly make: () => void
  /** The element at the list's end. */
  readonly end: RefObject<HTMLDivElement | null>
}

export const useReservedSpace = (
  /** The number of loaded cards: space is reserved behind them. */
  count: number,
  /** Whether a page may load by itself. */
  mayFollow: boolean,
  /** Whether formerly loaded pages are loading: space for the page after them is reserved too. */
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
  // Scroll anchoring is off: a visitor below the list keeps the scroll offset and sees the list again.
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
