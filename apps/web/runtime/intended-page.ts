/**
 * What a guest wanted that needs an account: a page, or a performer to keep. Kept in memory: it is gone with the
 * document, and when the windows of log-in and registration are closed without a log-in.
 */
import type { IntendedPage } from "@foldcast/rules/page-access"
import type { SiteRuntime } from "./site-runtime.ts"

export type GuestIntent =
  | { readonly page: IntendedPage; readonly performerId?: never }
  | { readonly performerId: string; readonly page?: never }

let intended: GuestIntent | null = null

/** Opens log-in for a page, registration for a favourite. */
export const askToLogInFor = (
  intent: GuestIntent,
  { dispatch }: Pick<SiteRuntime, "dispatch">,
): void => {
  intended = intent
  dispatch({ _tag: "DialogOpened", dialog: intent.page === undefined ? "register" : "logIn" })
}

/** It can be read once. */
export const takeIntent = (): GuestIntent | null => {
  const intent = intended
  intended = null
  return intent
}
