/**
 * The page for members that a guest wanted and was sent home from. In this module's memory alone: it is
 * gone with the document, and with the windows of log-in and registration where nobody logged in by them.
 * Callers: follow-link.ts and features/site/may-enter.ts want one, features/account/use-intended-page.ts
 * goes there.
 */
import type { IntendedPage } from "@foldcast/rules/page-access"
import type { SiteRuntime } from "./site-runtime.ts"

let intended: IntendedPage | null = null

/** Asks the guest to log in for it. */
export const logInFor = (page: IntendedPage, { dispatch }: Pick<SiteRuntime, "dispatch">): void => {
  intended = page
  dispatch({ _tag: "DialogOpened", dialog: "logIn" })
}

/** For one reading. */
export const takeIntendedPage = (): IntendedPage | null => {
  const page = intended
  intended = null
  return page
}
