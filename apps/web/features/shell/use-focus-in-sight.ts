/**
 * Scrolls an element that takes the focus by the Tab key fully into view, clear of the bars at the page's edges
 * (`scroll-padding`). Firefox does not scroll to a partly visible element, and no browser does in horizontally
 * scrolling rows. Not for a pointer, because the pressed link would move away from it, and not for a focus that a
 * script restores.
 */
"use no memo"

import { useEffect } from "react"

/** Runs on key up, and on each repeat of a held key: the focus has moved by then. */
const bringFocused = ({ key, type, repeat }: KeyboardEvent): void => {
  if (key !== "Tab" || (type === "keydown" && !repeat)) return
  const { activeElement, body } = document
  if (activeElement !== body) activeElement?.scrollIntoView({ block: "nearest", inline: "nearest" })
}

export const useFocusInSight = (): void => {
  useEffect(() => {
    addEventListener("keyup", bringFocused)
    addEventListener("keydown", bringFocused)
    return () => {
      removeEventListener("keyup", bringFocused)
      removeEventListener("keydown", bringFocused)
    }
  }, [])
}
