/**
 * Performs the action of the link that led to this document, once the visitor is known. A token is posted, never
 * fetched (ADR 0011): without a press only in the browser of its own member, elsewhere after a press in a window (ADR
 * 0048). The windows read their part of the action from page-action.ts.
 */
import { filter, take } from "rxjs"
import { isMember } from "@foldcast/folds/account"
import type { SiteState } from "@foldcast/folds/site-state"
import { askToLogInFor } from "./intent.ts"
import { dropAction, type PageAction } from "./page-action.ts"
import type { SiteRuntime } from "./site-runtime.ts"

const isBegun = ({ visit }: SiteState) => visit.started !== null

/** For guests alone (ROUTE-38). */
const logIn = (
  { dispatch, send }: SiteRuntime,
  { token, goesOn }: Extract<PageAction, { readonly _tag: "LogIn" }>,
) => {
  // The log-in card shows a refused link, beside the form.
  dispatch({ _tag: "DialogOpened", dialog: "logIn" })
  if (token === null || !goesOn) return
  dropAction()
  send({ _tag: "LogInWithToken", token })
}

const follow = (runtime: SiteRuntime, action: PageAction, isHome: boolean): void => {
  const isGuest = !isMember(runtime.getState())
  switch (action._tag) {
    case "LogIn":
      if (isGuest) logIn(runtime, action)
      return
    case "Register":
      if (isGuest) runtime.dispatch({ _tag: "DialogOpened", dialog: "register" })
      return
    case "GoOn":
      if (isGuest) askToLogInFor({ _tag: "Page", page: action.page }, runtime)
      return
    case "ResetPassword":
      // A member changes the password in the settings.
      if (isGuest || action.token !== null) {
        runtime.dispatch({ _tag: "DialogOpened", dialog: "resetPassword" })
      }
      return
    case "Validate":
      // The home page shows it inline.
      if (!isHome) runtime.dispatch({ _tag: "DialogOpened", dialog: "verification" })
      return
  }
}

export const runPageAction = (
  runtime: SiteRuntime,
  action: PageAction | null,
  isHome: boolean,
): void => {
  if (action === null) return
  runtime.state$.pipe(filter(isBegun), take(1)).subscribe(() => {
    // After the state has been published to all subscribers.
    queueMicrotask(() => {
      follow(runtime, action, isHome)
    })
  })
}
