/** Reports to the gateway the performers whose cards are on the screen, while the list is mounted. */
import { type RefObject, useEffect } from "react"
import { useRuntime } from "../../runtime/react.tsx"
import { reportList } from "../performers/use-performers-shown.ts"
import { watchVisibleCards } from "./visible-cards.ts"

export const useVisiblePerformers = (list: RefObject<HTMLDivElement | null>): void => {
  const runtime = useRuntime()
  useEffect(() => {
    const element = list.current
    if (element === null) return
    const reporter = reportList(runtime)
    const stop = watchVisibleCards(element, reporter.show)
    return () => {
      stop()
      reporter.stop()
    }
  }, [list, runtime])
}
