/**
 * Where a link of the site leads: a page by its name with its parameters, in the visitor's own variant of
 * the address. An address keeps the prefix that it has; without one, only a language that is not the
 * default gets its own (ROUTE-02).
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

/** Each page's route. */
export const ROUTE_OF = {
  home: "/{-$locale}",
  cookies: "/{-$locale}/cookies",
  privacy: "/{-$locale}/privacy",
  "terms-conditions": "/{-$locale}/terms-conditions",
  settings: "/{-$locale}/settings",
  "settings-credits": "/{-$locale}/settings/credits",
  favourites: "/{-$locale}/favourites",
  messenger: "/{-$locale}/messenger",
  "messenger-new-conversation": "/{-$locale}/messenger/new-conversation",
  "messenger-performer": "/{-$locale}/messenger/$performer",
  profile: "/{-$locale}/profile",
  "profile-model": "/{-$locale}/profile/$model",
  "not-found": "/{-$locale}/404",
  category: "/{-$locale}/$slug",
} as const satisfies Readonly<Record<PageName, string>>

/** The prefix that a link on this page has. */
export const linkLocale = (path: string, locale: Locale): Locale | undefined =>
  splitLocale(path).prefix ?? (locale === DEFAULT_LOCALE ? undefined : locale)

/** Whether this address without a prefix shows the page that links lead to under their language's prefix. */
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
