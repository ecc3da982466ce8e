/**
 * What all lists of a page show, as one report: the gateway goes by the last one. Its statuses are for whoever is in
 * one of them.
 */
import { perRuntime } from "../../runtime/per-runtime.ts"
import { reportShown, type ShownPerformers } from "./shown-performers.ts"

const listsOf = perRuntime((runtime) => {
  const lists = new Map<object, ReadonlyArray<string>>()
  let reporter: ShownPerformers | null = null
  const tell = () => reporter?.show([...new Set([...lists.values()].flat())])
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
