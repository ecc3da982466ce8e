/**
 * What the page does when it is idle after hydration. Loaded by client-entry.tsx, so that it costs the first view
 * nothing.
 */
import { reportPageAnswers } from "../../runtime/report-page-answers.ts"
import { guardSite, type GuardedSite } from "./site-guard.ts"

export const startWhenIdle = (live: GuardedSite): Promise<void> => {
  guardSite(live)
  return reportPageAnswers(live.runtime)
}
