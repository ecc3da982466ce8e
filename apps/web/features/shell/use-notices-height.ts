/**
 * How high the notices stand, for what makes room for them (site-shell.css): the page's end, and on a phone
 * the window that they lie over.
 */
import { type RefObject, useEffect } from "react"

export const useNoticesHeight = (notices: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const element = notices.current
    if (element === null) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      style.setProperty("--notices", `${element.offsetHeight}px`)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
    }
  }, [notices])
}
