/**
 * Whether this visitor may see a page; if not, they are sent home (ROUTE-19, ROUTE-20, ROUTE-21). The gateway's
 * redirects and the browser's router share it; links to disabled pages are hidden. Pure.
 */
import type { Locale } from "@foldcast/contracts/units"
import { type PageName, PAGES, routeName } from "./page-routes.ts"

export interface PageVisitor {
  readonly isMember: boolean
  readonly locale: Locale
  readonly disabledRoutes: ReadonlyArray<string>
  readonly messenger: boolean
}

/** Targets of redirects: never disabled. */
const ALWAYS: ReadonlyArray<PageName> = ["home", "not-found"]

/** A brand disables a page by its name, or by its route's name in one language: `privacy-en`. */
export const isPageOn = (
  page: PageName,
  locale: Locale,
  disabledRoutes: ReadonlyArray<string>,
): boolean =>
  ALWAYS.includes(page) ||
  !disabledRoutes.some((name) => name === page || name === routeName(page, locale))

export const mayOpenPage = (
  page: PageName,
  { isMember, locale, disabledRoutes, messenger }: PageVisitor,
): boolean => {
  if (PAGES[page].isProtected && !isMember) return false
  if (PAGES[page].layout === "messenger" && !messenger) return false
  return isPageOn(page, locale, disabledRoutes)
}

/** The pages that a log-in can lead to. An address can name no other page, and no page with parameters. */
const INTENDED_PAGES = ["settings", "settings-credits", "favourites", "messenger"] as const
export type IntendedPage = (typeof INTENDED_PAGES)[number]

export const readIntendedPage = (text: string | null): IntendedPage | null =>
  INTENDED_PAGES.find((page) => page === text) ?? null

/** The page that a guest returns to after logging in; null when the page is public. */
export const intendedPage = (page: PageName): IntendedPage | null => {
  const { isProtected, layout } = PAGES[page]
  if (!isProtected) return null
  return layout === "messenger" ? "messenger" : readIntendedPage(page)
}
