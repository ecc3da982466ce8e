/** Reports the performers that a page shows, at any scroll position. */
import { useEffect, useState } from "react"
import { useRuntime } from "../../runtime/react.tsx"
import { reportList } from "./shown-lists.ts"
import type { ShownPerformers } from "./shown-performers.ts"

export const usePerformersShown = (performerIds: ReadonlyArray<string>): void => {
  const runtime = useRuntime()
  const [reporter, setReporter] = useState<ShownPerformers | null>(null)
  useEffect(() => {
    const made = reportList(runtime)
    setReporter(made)
    return made.stop
  }, [runtime])
  const ids = performerIds.join(",")
  useEffect(() => {
    reporter?.show(ids === "" ? [] : ids.split(","))
  }, [reporter, ids])
}
