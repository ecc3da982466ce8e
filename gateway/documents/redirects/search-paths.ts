/** `/search/…` is home in every case, also behind any prefix of two letters (ROUTE-15). */
import { moved, type Step, trackingOnly } from "./step.ts"

export const searchPaths: Step = ({ path, query }) =>
  /^(?:\/[a-z]{2})?\/search(?:\/|$)/u.test(path) ? moved(301, "/", trackingOnly(query)) : null
