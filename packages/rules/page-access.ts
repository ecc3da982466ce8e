/**
 * Whether a page may be shown to this visitor; where not, they are sent home (ROUTE-19, ROUTE-20,
 * ROUTE-21). The gateway's redirects and the browser's router ask the same; links to pages that are off
 * are not shown. Pure.
 */
import type { Locale } from "@foldcast/contracts/units"
import { type PageName, PAGES, routeName } from "./page-routes.ts"

export interface PageVisitor {
  readonly isMember: boolean
  readonly locale: Locale
  readonly disabledRoutes: ReadonlyArray<string>
  readonly messenger: boolean
}

/** Where everybody is sent: never switched off itself. */
const ALWAYS: ReadonlyArray<PageName> = ["home", "not-found"]

/** A brand switches a page off by its name, or by its route's name in one language: `privacy-en`. */
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

/** The pages that a log-in leads on to; an address can name no other, and none with parts of its own. */
const INTENDED_PAGES = ["settings", "settings-credits", "favourites", "messenger"] as const
export type IntendedPage = (typeof INTENDED_PAGES)[number]

export const readIntendedPage = (text: string | null): IntendedPage | null =>
  INTENDED_PAGES.find((page) => page === text) ?? null

/** Where a guest who wanted this page goes on after logging in; null where it is for everybody. */
export const intendedPage = (page: PageName): IntendedPage | null => {
  const { isProtected, layout } = PAGES[page]
  if (!isProtected) return null
  return layout === "messenger" ? "messenger" : readIntendedPage(page)
}
