/** Focuses an element that replaces the focused one, so that screen readers announce it. */
import { useLayoutEffect, useRef } from "react"

export const useFocusOnMount = <Element extends HTMLElement>() => {
  const ref = useRef<Element>(null)
  // In a layout effect, before anything else is scrolled into view: the focus would scroll it away again.
  useLayoutEffect(() => {
    ref.current?.focus()
  }, [])
  return ref
}
