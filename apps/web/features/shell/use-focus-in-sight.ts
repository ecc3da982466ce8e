/**
 * What the Tab key comes to is brought whole into sight, clear of what lies over the page's edges
 * (`scroll-padding`): Firefox leaves it where it is as long as any of it is in the window, and every browser does
 * so in rows that scroll sideways. Not for a pointer, from under which the pressed link would move, nor for a focus
 * that a script puts back where it was.
 */
"use no memo"

import { useEffect } from "react"

/** As the key goes up, and each time that it repeats while it is held, the focus stands where it has come to. */
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
