/**
 * How high the notices stand, for what makes room for them (site-shell.css): the page's end, and on a phone
 * the window that they lie over. In little room, where they may lie over all of it, what has the focus comes
 * out from below one that appears; elsewhere the page keeps the place at which somebody left it.
 */
"use no memo"

import { type RefObject, useEffect } from "react"

/** As in the styles: a screen at 400 %, a phone that lies. */
const LITTLE_ROOM = "(height < 32rem)"

/** Of the window's height; what is higher is seen beside them. */
const MAX_HEIGHT = 2 / 3

const clearFocus = (notices: HTMLElement): void => {
  if (!matchMedia(LITTLE_ROOM).matches) return
  const focused = document.activeElement
  if (focused === null || focused === document.body || notices.contains(focused)) return
  const { top, bottom } = focused.getBoundingClientRect()
  const { top: edge } = notices.getBoundingClientRect()
  const isBelow = top < innerHeight && bottom > edge
  if (isBelow && bottom - top < innerHeight * MAX_HEIGHT) {
    focused.scrollIntoView({ block: "nearest" })
  }
}

export const useNoticesHeight = (notices: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const element = notices.current
    if (element === null) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      style.setProperty("--notices", `${element.offsetHeight}px`)
      clearFocus(element)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
    }
  }, [notices])
}
