/**
 * Measures the height of the notices, so that the page's end, and on a phone an open dialog, leave room for them
 * (site-shell.css). The focused element is scrolled out from below a new notice on a small screen, where the notices may
 * cover everything, and elsewhere for who moves by keyboard: the corner comes only after the page has been scrolled to
 * what has the focus. For everybody else the scroll position stays.
 */
"use no memo"

import { type RefObject, useEffect } from "react"

/** As in the styles: a screen at 400 %, or a phone in landscape. */
const LITTLE_ROOM = "(height < 32rem)"

/** As a share of the window's height; a taller element is still visible beside the notices. */
const MAX_HEIGHT = 2 / 3

const clearFocus = (notices: HTMLElement): void => {
  const focused = document.activeElement
  if (focused === null || focused === document.body || notices.contains(focused)) return
  if (!matchMedia(LITTLE_ROOM).matches && !focused.matches(":focus-visible")) return
  const { top, bottom, left, right } = focused.getBoundingClientRect()
  const over = notices.getBoundingClientRect()
  const isBelow =
    top < Math.min(innerHeight, over.bottom) &&
    bottom > over.top &&
    left < over.right &&
    right > over.left
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
