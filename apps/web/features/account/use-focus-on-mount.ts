/** Moves the focus to what has just taken the place of what had it, so that it is read out. */
import { useEffect, useRef } from "react"

export const useFocusOnMount = <Element extends HTMLElement>() => {
  const ref = useRef<Element>(null)
  useEffect(() => {
    ref.current?.focus()
  }, [])
  return ref
}
