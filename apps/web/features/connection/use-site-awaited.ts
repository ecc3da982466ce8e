/** Whether a request waits until the site is reachable. */
"use no memo"

import { useSyncExternalStore } from "react"
import { isWaitingForSite, watchWaitingForSite } from "../../runtime/site-reachability.ts"

export const useSiteAwaited = (): boolean =>
  useSyncExternalStore(watchWaitingForSite, isWaitingForSite, () => false)
