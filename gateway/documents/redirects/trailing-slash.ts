/** A trailing slash is stripped everywhere but at the root; the whole query stays (ROUTE-28). */
import { moved, type Step } from "./step.ts"

export const trailingSlash: Step = ({ path, query }) =>
  path === "/" || !path.endsWith("/") ? null : moved(301, path.replace(/\/+$/u, ""), query)
