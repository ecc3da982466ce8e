/**
 * Redirects a guest from a member's page to home (ROUTE-19), where the log-in opens; `?next=` names the page to
 * open after log-in, and the browser removes it from the address. A mailed link with an action gets no `next`.
 */
import { intendedPage } from "@foldcast/rules/page-access"
import { PAGES } from "@foldcast/rules/page-routes"
import { actionPairs, NEXT_PARAMETER } from "../query-actions.ts"
import { placeOf, sentHome, type RedirectStep } from "./step.ts"

export const protectedPages: RedirectStep = ({ path, query }, { isMember, locale }) => {
  const { match } = placeOf(path)
  if (match === null || isMember || !PAGES[match.page].isProtected) return null
  const next = actionPairs(query).length > 0 ? null : intendedPage(match.page)
  return sentHome(query, locale, next === null ? [] : [`${NEXT_PARAMETER}=${next}`])
}
