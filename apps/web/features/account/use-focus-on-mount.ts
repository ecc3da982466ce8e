/** Moves the focus to what has just taken the place of what had it, so that it is read out. */
import { useLayoutEffect, useRef } from "react"

export const useFocusOnMount = <Element extends HTMLElement>() => {
  const ref = useRef<Element>(null)
  // Before anything else is brought into sight: the focus would scroll away from it.
  useLayoutEffect(() => {
    ref.current?.focus()
  }, [])
  return ref
}
