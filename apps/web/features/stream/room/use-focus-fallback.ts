/**
 * Keeps the focus among controls that come and go: where the one that had it is taken away, the group has it, so
 * that Tab goes on from there.
 */
import { type RefObject, useEffect, useRef } from "react"

/**
 * Answers what a window calls that was opened from here and closes over a control that goes: the focus is the group's
 * then.
 */
export const useFocusFallback = (group: RefObject<HTMLElement | null>): (() => void) => {
  const isOwed = useRef(false)
  useEffect(() => {
    const { current } = group
    if (current === null) return
    let last: Element | null = null
    const note = ({ target }: FocusEvent) => {
      isOwed.current = false
      if (target instanceof Element) last = target
    }
    const forget = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node) {
        if (!current.contains(relatedTarget)) last = null
        return
      }
      // To nobody: it is being taken away, the window is left, or somebody pressed beside it.
      queueMicrotask(() => {
        if (last?.isConnected === true && document.hasFocus()) last = null
      })
    }
    const changes = new MutationObserver(() => {
      const isGone = last !== null && !last.isConnected
      if (!(isGone || isOwed.current) || document.activeElement !== document.body) return
      current.focus({ preventScroll: true })
    })
    changes.observe(current, { childList: true, subtree: true })
    current.addEventListener("focusin", note)
    current.addEventListener("focusout", forget)
    return () => {
      changes.disconnect()
      current.removeEventListener("focusin", note)
      current.removeEventListener("focusout", forget)
    }
  }, [group])
  return () => {
    isOwed.current = true
  }
}
