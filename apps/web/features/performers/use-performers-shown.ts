/**
 * Reports the performers that a page shows, at any scroll position. What all lists of a page show is one report, since
 * the gateway goes by the last one.
 */
import { useEffect, useState } from "react"
import { perRuntime } from "../../runtime/per-runtime.ts"
import { useRuntime } from "../../runtime/react.tsx"
import { reportShown, type ShownPerformers } from "./shown-performers.ts"

const listsOf = perRuntime((runtime) => {
  const lists = new Map<object, ReadonlyArray<string>>()
  let reporter: ShownPerformers | null = null
  // A hundred at most are followed. What is further down the page is its list; what stands above it gives way.
  const tell = () => reporter?.show([...new Set([...lists.values()].toReversed().flat())])
  return (): ShownPerformers => {
    const list = {}
    lists.set(list, [])
    reporter ??= reportShown(runtime)
    return {
      show: (performerIds) => {
        lists.set(list, performerIds)
        tell()
      },
      stop: () => {
        lists.delete(list)
        if (lists.size > 0) {
          tell()
          return
        }
        reporter?.stop()
        reporter = null
      },
    }
  }
})

/** One more list of the page. */
export const reportList = (runtime: Parameters<typeof listsOf>[0]): ShownPerformers =>
  listsOf(runtime)()

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
