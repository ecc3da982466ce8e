/**
 * `/profiel/` is `/profile/` in an old address. The default language's prefix is dropped on the way, so
 * both forms of it end at one address (ROUTE-26, ROUTE-27).
 */
import { localePath, splitLocale, DEFAULT_LOCALE } from "@foldcast/rules/page-routes"
import { moved, type RedirectStep, trackingOnly } from "./step.ts"

export const legacyProfiles: RedirectStep = ({ path, query }) => {
  if (!path.includes("/profiel/")) return null
  const { prefix, rest } = splitLocale(path)
  // A lookahead, so that two in a row share the slash between them.
  const renamed = rest.replace(/\/profiel(?=\/)/gu, "/profile")
  return moved(301, localePath(renamed, prefix ?? DEFAULT_LOCALE), trackingOnly(query))
}
