/** The name in the query of the page of results. Pure. */
import type { Tracking } from "@foldcast/contracts/stream/visit"
import { SEARCHED_NAME } from "@foldcast/rules/searched-name"

/** For a link or a navigation; the router adds the tracking parameters to it. */
export const namedSearch = (typed: string): Tracking =>
  // The router's type knows the tracking parameters alone; every other one it writes as it is.
  ({ [SEARCHED_NAME]: typed.trim() }) as Tracking
