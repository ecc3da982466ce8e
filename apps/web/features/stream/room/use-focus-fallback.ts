/**
 * Keeps the focus in a group of controls that come and go: where the focused one is removed, the group itself takes the
 * focus, so that Tab goes on from there.
 */
import { type RefObject, useEffect, useRef } from "react"

/**
 * Answers what a window of the group calls before it closes, where the control that opened it is removed: the group
 * then takes the focus.
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
      // No new target: the element is being removed, the window lost focus, or the page was pressed.
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
