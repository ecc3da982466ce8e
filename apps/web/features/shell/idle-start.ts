/**
 * The work of an idle page after hydration. client-entry.tsx loads it late, so that the first view does not wait
 * for it.
 */
import { reportPageAnswers } from "../../runtime/report-page-answers.ts"
import { guardSite, type GuardedSite } from "./site-guard.ts"

export const startWhenIdle = (live: GuardedSite): Promise<void> => {
  guardSite(live)
  return reportPageAnswers(live.runtime)
}
