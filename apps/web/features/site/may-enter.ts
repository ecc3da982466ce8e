/**
 * The browser's part of who may open a page: as the gateway does for a whole document, a navigation inside
 * it ends at home where the page is not for this visitor (ROUTE-19, ROUTE-21).
 */
import { redirect } from "@tanstack/react-router"
import { isMember } from "@foldcast/folds/account"
import { mayOpenPage } from "@foldcast/rules/page-access"
import type { PageName } from "@foldcast/rules/page-routes"
import type { SiteDocument } from "../../router.tsx"
import { linkLocale, ROUTE_OF } from "./page-target.ts"

interface Entering {
  readonly context: { readonly site: SiteDocument }
  readonly location: { readonly pathname: string }
}

export const enter =
  (page: PageName) =>
  ({ context: { site }, location: { pathname } }: Entering): void => {
    const { brand, locale } = site.frame
    const visitor = {
      isMember: isMember(site.runtime.getState()),
      locale,
      disabledRoutes: brand.disabledRoutes,
      messenger: brand.features.messenger,
    }
    if (mayOpenPage(page, visitor)) return
    throw redirect({ to: ROUTE_OF.home, params: { locale: linkLocale(pathname, locale) } })
  }
