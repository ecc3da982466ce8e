/**
 * Keeps the focus among controls that come and go: where the one that had it is gone, the group has it, so that
 * Tab goes on from there. Callers: what answers a press by showing other controls.
 */
import { type RefObject, useLayoutEffect, useRef } from "react"

/**
 * `shows` names what is there: the focus is looked after whenever it changes. Answers what a window calls that was
 * opened from here and closes over a control that goes: the focus is the group's then.
 */
export const useKeptFocus = (group: RefObject<HTMLElement | null>, shows: string): (() => void) => {
  const had = useRef(false)
  useLayoutEffect(() => {
    const { current } = group
    if (current === null) return
    if (had.current && document.activeElement === document.body) {
      current.focus({ preventScroll: true })
    }
    const note = () => {
      had.current = true
    }
    const forget = ({ relatedTarget }: FocusEvent) => {
      // A control that is taken away takes its focus to nobody.
      if (relatedTarget instanceof Node) had.current = current.contains(relatedTarget)
    }
    current.addEventListener("focusin", note)
    current.addEventListener("focusout", forget)
    return () => {
      current.removeEventListener("focusin", note)
      current.removeEventListener("focusout", forget)
    }
  }, [group, shows])
  return () => {
    had.current = true
  }
}
