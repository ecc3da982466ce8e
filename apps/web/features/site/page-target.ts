/**
 * The target of a link within the site: a page by its name with its parameters. An address keeps its language
 * prefix; without one, only a language that is not the default gets a prefix (ROUTE-02).
 */
import type { Locale } from "@foldcast/contracts/units"
import { DEFAULT_LOCALE, type PageName, pageOf, splitLocale } from "@foldcast/rules/page-routes"

interface PageParameters {
  readonly "messenger-performer": { readonly performer: string }
  readonly "profile-model": { readonly model: string }
  readonly category: { readonly slug: string }
}

export type PageTarget = {
  readonly [Page in PageName]: Page extends keyof PageParameters
    ? { readonly page: Page; readonly params: PageParameters[Page] }
    : { readonly page: Page; readonly params?: never }
}[PageName]

export const ROUTE_OF = {
  home: "/{-$locale}",
  help: "/{-$locale}/help",
  cookies: "/{-$locale}/cookies",
  privacy: "/{-$locale}/privacy",
  "terms-conditions": "/{-$locale}/terms-conditions",
  settings: "/{-$locale}/settings",
  "settings-credits": "/{-$locale}/settings/credits",
  favourites: "/{-$locale}/favourites",
  "search-results": "/{-$locale}/results",
  messenger: "/{-$locale}/messenger",
  "messenger-new-conversation": "/{-$locale}/messenger/new-conversation",
  "messenger-performer": "/{-$locale}/messenger/$performer",
  profile: "/{-$locale}/profile",
  "profile-model": "/{-$locale}/profile/$model",
  "not-found": "/{-$locale}/404",
  category: "/{-$locale}/$slug",
} as const satisfies Readonly<Record<PageName, string>>

/** The language prefix for links on this page. */
export const linkLocale = (path: string, locale: Locale): Locale | undefined =>
  splitLocale(path).prefix ?? (locale === DEFAULT_LOCALE ? undefined : locale)

/** Whether an address without a language prefix shows the page whose links have that prefix. */
export const isPlainAddressOf = (
  path: string,
  locale: Locale,
  { page, params }: PageTarget,
): boolean => {
  const { prefix, rest } = splitLocale(path)
  if (prefix !== null || linkLocale(path, locale) === undefined) return false
  const shown = pageOf(rest)
  return (
    shown?.page === page &&
    Object.entries(params ?? {}).every(([name, value]) => shown.params[name] === value)
  )
}
