/**
 * Redirects pages that the brand has switched off to home (ROUTE-21): a route name with or without the language's
 * suffix switches a page off, and the messenger's pages depend on its feature. Home and the 404 page cannot be
 * switched off.
 */
import { isPageOn } from "@foldcast/rules/page-access"
import { PAGES, type PageName } from "@foldcast/rules/page-routes"
import { placeOf, sentHome, type RedirectStep, type RedirectVisitor } from "./step.ts"

const isOff = (page: PageName, { locale, brand }: RedirectVisitor): boolean =>
  !isPageOn(page, locale, brand.disabledRoutes) ||
  (PAGES[page].layout === "messenger" && !brand.features.messenger)

export const switchedOffPages: RedirectStep = ({ path, query }, visitor) => {
  const { match } = placeOf(path)
  if (match === null || !isOff(match.page, visitor)) return null
  return sentHome(query, visitor.locale)
}
