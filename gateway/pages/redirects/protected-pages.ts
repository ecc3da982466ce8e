/**
 * A guest who opens a member's page is sent home (ROUTE-19), where the log-in opens and leads on to the page
 * they wanted: `?next=` names it, and the browser takes it out of the address. A mail's link that led there
 * has a purpose of its own.
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
