/** `/search/…` redirects to home, also behind any two-letter prefix (ROUTE-15). */
import { moved, type RedirectStep, trackingOnly } from "./step.ts"

export const searchPaths: RedirectStep = ({ path, query }) =>
  /^(?:\/[a-z]{2})?\/search(?:\/|$)/u.test(path) ? moved(301, "/", trackingOnly(query)) : null
