/**
 * What the page does once it has been taken over and has nothing better to do. Loaded and called once by
 * client-entry.tsx: whatever is in here costs a page's beginning nothing.
 */
import { reportPageAnswers } from "../../runtime/report-page-answers.ts"
import { guardSite, type GuardedSite } from "./site-guard.ts"

export const startWhenIdle = (live: GuardedSite): Promise<void> => {
  guardSite(live)
  return reportPageAnswers(live.runtime)
}
