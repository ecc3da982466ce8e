/** Tells the gateway whose cards are on the screen, while the list is there. Caller: the grid's list. */
import { type RefObject, useEffect } from "react"
import { useRuntime } from "../../runtime/react.tsx"
import { shownTeller } from "../performers/shown-teller.ts"
import { watchVisibleCards } from "./visible-cards.ts"

export const useVisiblePerformers = (list: RefObject<HTMLDivElement | null>): void => {
  const { connection$, dispatch } = useRuntime()
  useEffect(() => {
    const element = list.current
    if (element === null) return
    const teller = shownTeller({ connection$, dispatch })
    const stop = watchVisibleCards(element, teller.show)
    return () => {
      stop()
      teller.stop()
    }
  }, [list, connection$, dispatch])
}
