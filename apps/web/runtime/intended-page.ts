/**
 * What a guest wanted that only a member has: a page, from which they were sent home, or a performer to keep. In
 * this module's memory alone: it is gone with the document, and with the windows of log-in and registration where
 * nobody logged in by them.
 */
import type { IntendedPage } from "@foldcast/rules/page-access"
import type { SiteRuntime } from "./site-runtime.ts"

export type GuestIntent =
  | { readonly page: IntendedPage; readonly performerId?: never }
  | { readonly performerId: string; readonly page?: never }

let intended: GuestIntent | null = null

/** Asks the guest to log in, or to register, for it. */
export const askToLogInFor = (
  intent: GuestIntent,
  { dispatch }: Pick<SiteRuntime, "dispatch">,
): void => {
  intended = intent
  dispatch({ _tag: "DialogOpened", dialog: intent.page === undefined ? "register" : "logIn" })
}

/** For one reading. */
export const takeIntent = (): GuestIntent | null => {
  const intent = intended
  intended = null
  return intent
}
