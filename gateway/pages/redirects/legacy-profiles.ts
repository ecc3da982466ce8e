/**
 * Old addresses with `/profiel/` redirect to `/profile/`. The default language's prefix is dropped, so both forms
 * end at one address (ROUTE-26, ROUTE-27).
 */
import { localePath, splitLocale, DEFAULT_LOCALE } from "@foldcast/rules/page-routes"
import { moved, type RedirectStep, trackingOnly } from "./step.ts"

export const legacyProfiles: RedirectStep = ({ path, query }) => {
  if (!path.includes("/profiel/")) return null
  const { prefix, rest } = splitLocale(path)
  // A lookahead, so that two matches in a row can share one slash.
  const renamed = rest.replace(/\/profiel(?=\/)/gu, "/profile")
  return moved(301, localePath(renamed, prefix ?? DEFAULT_LOCALE), trackingOnly(query))
}
