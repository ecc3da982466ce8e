/**
 * The browser's check of who may open a page. As the gateway does for a whole document, a navigation to a page that
 * this visitor may not open is redirected to the home page (ROUTE-19, ROUTE-21). A guest who could open it as a
 * member is asked to log in.
 */
import { redirect } from "@tanstack/react-router"
import { isMember } from "@foldcast/folds/account"
import { intendedPage, mayOpenPage } from "@foldcast/rules/page-access"
import type { PageName } from "@foldcast/rules/page-routes"
import { askToLogInFor } from "../../runtime/intent.ts"
import type { RouterContext } from "../../runtime/site-context.ts"
import { linkLocale, ROUTE_OF } from "./page-target.ts"

interface Entering {
  readonly context: RouterContext
  readonly location: { readonly pathname: string }
  /** True for a prefetch: the visitor has not navigated. */
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
    // The server keeps no state between documents.
    const isAsked = typeof document !== "undefined" && !preload
    const intended = mayOpenPage(page, { ...visitor, isMember: true }) ? intendedPage(page) : null
    if (isAsked && intended !== null) {
      askToLogInFor({ _tag: "Page", page: intended }, site.runtime)
    }
    throw redirect({ to: ROUTE_OF.home, params: { locale: linkLocale(pathname, locale) } })
  }
