/**
 * Pages that a brand has switched off are home (ROUTE-21): by their name, with or without the language's
 * suffix, and the messenger's with its feature. Home and the 404 page cannot be switched off.
 */
import { DEFAULT_LOCALE, type PageName, routeName } from "@foldcast/rules/page-routes"
import { placeOf, sentHome, type RedirectStep, type Visitor } from "./step.ts"

const MESSENGER_PAGES: ReadonlySet<PageName> = new Set([
  "messenger",
  "messenger-new-conversation",
  "messenger-performer",
])
const ALWAYS_ON: ReadonlySet<PageName> = new Set(["home", "not-found"])

const isOff = (page: PageName, prefix: Visitor["locale"] | null, { brand }: Visitor): boolean => {
  if (ALWAYS_ON.has(page)) return false
  if (MESSENGER_PAGES.has(page) && !brand.features.messenger) return true
  const names = [page, routeName(page, prefix ?? DEFAULT_LOCALE)]
  return names.some((name) => brand.disabledRoutes.includes(name))
}

export const switchedOffPages: RedirectStep = ({ path, query }, visitor) => {
  const { prefix, match } = placeOf(path)
  if (match === null || !isOff(match.page, prefix, visitor)) return null
  return sentHome(query, visitor.locale)
}
