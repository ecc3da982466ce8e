/**
 * Tells the log that this document was not as the server wrote it, so that a part of it was rendered anew (ADR
 * 0049): once, for one foreign hand may disagree with many parts of a page, and without a word of what differed.
 */
import type { SiteRuntime } from "./site-runtime.ts"

/** By its number. What React could render at the second try, for whatever reason, is another. */
const isMismatch = (error: unknown) => String(error).includes("error #4")

export const hydrationMismatchReporter = ({ dispatch }: Pick<SiteRuntime, "dispatch">) => {
  let isTold = false
  return (error: unknown): void => {
    if (isTold || !isMismatch(error)) return
    isTold = true
    dispatch({ _tag: "HydrationMismatched" })
  }
}
