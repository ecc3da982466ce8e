/** A guest who opens a member's page is sent home, without a way back (ROUTE-19). */
import { PAGES } from "@foldcast/rules/page-routes"
import { placeOf, sentHome, type RedirectStep } from "./step.ts"

export const protectedPages: RedirectStep = ({ path, query }, { isMember, locale }) => {
  const { match } = placeOf(path)
  if (match === null || isMember || !PAGES[match.page].isProtected) return null
  return sentHome(query, locale)
}
