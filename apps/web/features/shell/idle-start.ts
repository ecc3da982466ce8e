/**
 * The work of an idle page after hydration. client-entry.tsx loads it late, so that the first view does not wait
 * for it.
 */
import { reportPageAnswers } from "../../runtime/report-page-answers.ts"
import { beginLayeredHistory } from "../../runtime/layered-history.ts"
import { comesBack } from "../../runtime/tab-storage.ts"
import type { AnyRouter } from "@tanstack/react-router"
import { beginCardTransitions } from "./card-transition.ts"
import { guardSite, type GuardedSite } from "./site-guard.ts"

export const startWhenIdle = (live: GuardedSite, router: AnyRouter): Promise<void> => {
  guardSite(live)
  beginCardTransitions(router)
  beginLayeredHistory((name) => {
    if (comesBack(name)) live.runtime.dispatch({ _tag: "DialogOpened", dialog: name })
  })
  return reportPageAnswers(live.runtime)
}
