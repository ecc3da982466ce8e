/**
 * Loads what shows a card's still (card-stills.ts) with the first card that a mouse or the keyboard comes to: until then
 * the page carries nothing of it. Caller: the list.
 */
import { type RefObject, useEffect } from "react"
import { useSite } from "../../runtime/react.tsx"
import { isNoNude } from "../performers/performer-picture.tsx"

const COMING = ["pointerover", "focusin"]

export const useCardStills = (list: RefObject<HTMLElement | null>): void => {
  "use no memo"
  const noNude = useSite(isNoNude)
  useEffect(() => {
    const { current } = list
    if (current === null) return
    const over = new AbortController()
    const begin = (event: Event) => {
      // Once, and for no finger.
      if (over.signal.aborted || (event as PointerEvent).pointerType === "touch") return
      for (const name of COMING) current.removeEventListener(name, begin)
      import("./card-stills.ts").then(
        ({ watchCards }) => {
          watchCards(current, noNude, over.signal)
        },
        // Without it cards stay as they are.
        () => {},
      )
    }
    for (const name of COMING) current.addEventListener(name, begin)
    return () => {
      over.abort()
    }
  }, [list, noNude])
}
