/**
 * `/profile` without a performer redirects to the 404 page (ROUTE-14). With 302, because the same target serves
 * profiles that are missing only for now.
 */
import { DEFAULT_LOCALE, localePath } from "@foldcast/rules/page-routes"
import { moved, placeOf, type RedirectStep, trackingOnly } from "./step.ts"

export const profiles: RedirectStep = ({ path, query }) => {
  const { prefix, match } = placeOf(path)
  if (match?.page !== "profile") return null
  return moved(302, localePath("/404", prefix ?? DEFAULT_LOCALE), trackingOnly(query))
}
