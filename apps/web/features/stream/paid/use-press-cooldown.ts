/**
 * Holds what costs credits for a moment after it was pressed, and after the controls around it have changed: the
 * second press of a double click gives nothing more, and who aimed at a button that has just made room for this one
 * gives nothing at all.
 */
import { useEffect, useRef, useState } from "react"

/** Milliseconds. The longest double click that systems offer; two presses meant as two are rarely nearer. */
const HELD_MS = 900

export interface PressCooldown {
  readonly isHeld: boolean
  /** Holds from now on; false where it is held already. */
  readonly press: () => boolean
}

/** `place` names which controls are there. */
export const usePressCooldown = (place: string): PressCooldown => {
  const [isHeld, setHeld] = useState(false)
  const [shown, setShown] = useState(place)
  // Two presses may come before anything is rendered.
  const held = useRef(false)
  if (shown !== place) {
    setShown(place)
    setHeld(true)
  }
  useEffect(() => {
    held.current = isHeld
    if (!isHeld) return
    const timer = setTimeout(() => {
      setHeld(false)
    }, HELD_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [isHeld, shown])
  return {
    isHeld,
    press: () => {
      if (held.current) return false
      held.current = true
      setHeld(true)
      return true
    },
  }
}
