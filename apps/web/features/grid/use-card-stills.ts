/**
 * Loads the script for stills (card-stills.ts) when a mouse first moves over a card or a card first takes the
 * focus.
 */
import { type RefObject, useEffect } from "react"
import { fetchScriptQuietly } from "../../runtime/fetch-script.ts"
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
      // Until the script has loaded, cards stay as they are.
      const stills = await fetchScriptQuietly(() => import("./card-stills.ts"))
      if (!over.signal.aborted)
        stills?.watchCards(current, { noNude, isPointed, over: over.signal })
    }
    const begin = (event: Event) => {
      // Once only, and never for touch.
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
