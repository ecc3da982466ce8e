/**
 * Loads what shows a card's still (card-stills.ts) with the first card that a mouse moves to or the keyboard comes
 * to: until then the page carries nothing of it.
 */
import { type RefObject, useEffect } from "react"
import { useSite } from "../../runtime/react.tsx"
import { isNoNude } from "../performers/performer-picture.tsx"

const COMING = ["pointermove", "focusin"]

export const useCardStills = (list: RefObject<HTMLElement | null>): void => {
  "use no memo"
  const noNude = useSite(isNoNude)
  useEffect(() => {
    const { current } = list
    if (current === null) return
    const over = new AbortController()
    const show = async (isPointed: boolean) => {
      // Where its script does not come, cards stay as they are.
      const stills = await import("./card-stills.ts").catch(() => null)
      stills?.watchCards(current, { noNude, isPointed, over: over.signal })
    }
    const begin = (event: Event) => {
      // Once, and for no finger.
      if (over.signal.aborted || (event as PointerEvent).pointerType === "touch") return
      for (const name of COMING) current.removeEventListener(name, begin)
      void show(event.type === COMING[0])
    }
    for (const name of COMING) current.addEventListener(name, begin)
    return () => {
      over.abort()
    }
  }, [list, noNude])
}
