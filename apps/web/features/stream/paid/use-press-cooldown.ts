/**
 * Ignores presses that cost credits for a moment after one, and after the controls around them changed: so a double
 * click gives one tip, and a button that has just moved under the pointer gives none.
 */
import { useEffect, useRef, useState } from "react"

/** The longest double click that operating systems offer. */
const COOLDOWN_MS = 900

export interface PressCooldown {
  readonly isHeld: boolean
  /** Starts the cooldown; false where it runs already. */
  readonly press: () => boolean
}

/** `place` identifies the controls that are there. */
export const usePressCooldown = (place: string): PressCooldown => {
  const [isHeld, setHeld] = useState(false)
  const [shown, setShown] = useState(place)
  // A second press may come before the next rendering.
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
    }, COOLDOWN_MS)
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
