/**
 * Does what the link asks that led to this document, once the visitor is known. A token is posted, never
 * fetched (ADR 0011), and by itself only in the browser of its own member; elsewhere a window asks for a press
 * (ADR 0048). What the windows need of it they read from page-action.ts themselves.
 */
import { filter, take } from "rxjs"
import { isMember } from "@foldcast/folds/account"
import type { SiteState } from "@foldcast/folds/site-state"
import { askToLogInFor } from "./intended-page.ts"
import { dropAction, type PageAction } from "./page-action.ts"
import type { SiteRuntime } from "./site-runtime.ts"

const isBegun = ({ visit }: SiteState) => visit.started !== null

/** Only for who is not logged in (ROUTE-38). */
const logIn = (
  { dispatch, send }: SiteRuntime,
  { token, goesOn }: Extract<PageAction, { readonly _tag: "LogIn" }>,
) => {
  // A refused link is told in the card, where the other way to log in is.
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
      if (isGuest) askToLogInFor({ page: action.page }, runtime)
      return
    case "ResetPassword":
      // A member without a link's token has the settings for it.
      if (isGuest || action.token !== null) {
        runtime.dispatch({ _tag: "DialogOpened", dialog: "resetPassword" })
      }
      return
    case "Validate":
      // The home page makes room for it itself.
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
    // Whoever publishes the state has finished with it when this runs.
    queueMicrotask(() => {
      follow(runtime, action, isHome)
    })
  })
}
