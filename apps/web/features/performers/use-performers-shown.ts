/** Reports the performers that a page shows, at any scroll position. */
import { useEffect, useState } from "react"
import { useRuntime } from "../../runtime/react.tsx"
import { type ShownPerformers, reportShown } from "./shown-performers.ts"

export const usePerformersShown = (performerIds: ReadonlyArray<string>): void => {
  const { connection$, dispatch } = useRuntime()
  const [reporter, setReporter] = useState<ShownPerformers | null>(null)
  useEffect(() => {
    const made = reportShown({ connection$, dispatch })
    setReporter(made)
    return made.stop
  }, [connection$, dispatch])
  const ids = performerIds.join(",")
  useEffect(() => {
    reporter?.show(ids === "" ? [] : ids.split(","))
  }, [reporter, ids])
}
