/**
 * The browser's part of who may open a page: as the gateway does for a whole document, a navigation inside
 * it ends at home where the page is not for this visitor (ROUTE-19, ROUTE-21). A guest whom logging in
 * would let in is asked to.
 */
import { redirect } from "@tanstack/react-router"
import { isMember } from "@foldcast/folds/account"
import { intendedPage, mayOpenPage } from "@foldcast/rules/page-access"
import type { PageName } from "@foldcast/rules/page-routes"
import { askToLogInFor } from "../../runtime/intended-page.ts"
import type { RouterContext } from "../../runtime/site-context.ts"
import { linkLocale, ROUTE_OF } from "./page-target.ts"

interface Entering {
  readonly context: RouterContext
  readonly location: { readonly pathname: string }
  /** The page is fetched ahead of time; nobody has asked for it. */
  readonly preload: boolean
}

export const requirePageAccess =
  (page: PageName) =>
  ({ context: { site }, location: { pathname }, preload }: Entering): void => {
    const { brand, locale } = site.frame
    const visitor = {
      isMember: isMember(site.runtime.getState()),
      locale,
      disabledRoutes: brand.disabledRoutes,
      messenger: brand.features.messenger,
    }
    if (mayOpenPage(page, visitor)) return
    // A server keeps nothing between its documents.
    const isAsked = typeof document !== "undefined" && !preload
    const intended = mayOpenPage(page, { ...visitor, isMember: true }) ? intendedPage(page) : null
    if (isAsked && intended !== null) askToLogInFor({ page: intended }, site.runtime)
    throw redirect({ to: ROUTE_OF.home, params: { locale: linkLocale(pathname, locale) } })
  }
