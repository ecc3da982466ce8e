/**
 * Whether a page may be shown to this visitor; where not, they are sent home (ROUTE-19, ROUTE-20,
 * ROUTE-21). The gateway's redirects and the browser's router ask the same.
 */
import { type PageName, PAGES } from "./page-routes.ts"

export interface PageVisitor {
  readonly isMember: boolean
  /** Names of pages that the brand switched off, without a language. */
  readonly disabledRoutes: ReadonlyArray<string>
  readonly messenger: boolean
}

/** Where everybody is sent: never switched off itself. */
const ALWAYS: ReadonlyArray<PageName> = ["home", "not-found"]

export const mayOpenPage = (
  page: PageName,
  { isMember, disabledRoutes, messenger }: PageVisitor,
): boolean => {
  if (ALWAYS.includes(page)) return true
  if (PAGES[page].isProtected && !isMember) return false
  if (PAGES[page].layout === "messenger" && !messenger) return false
  return !disabledRoutes.includes(page)
}
