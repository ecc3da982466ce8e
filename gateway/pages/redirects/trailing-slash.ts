/** A trailing slash is stripped everywhere but at the root; the whole query stays (ROUTE-28). */
import { moved, type RedirectStep } from "./step.ts"

export const trailingSlash: RedirectStep = ({ path, query }) =>
  path === "/" || !path.endsWith("/") ? null : moved(301, path.replace(/\/+$/u, ""), query)
