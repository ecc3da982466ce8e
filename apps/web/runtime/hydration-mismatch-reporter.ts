/**
 * Reports to the log that React had to render a part of this document anew (ADR 0049): once, without what differed.
 */
import type { SiteRuntime } from "./site-runtime.ts"

/** By the number of React's minified error; one that React recovered from by itself has another. */
const isMismatch = (error: unknown) => String(error).includes("error #4")

export const hydrationMismatchReporter = ({ dispatch }: Pick<SiteRuntime, "dispatch">) => {
  let isReported = false
  return (error: unknown): void => {
    if (isReported || !isMismatch(error)) return
    isReported = true
    dispatch({ _tag: "HydrationMismatched" })
  }
}
