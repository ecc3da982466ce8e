/** Whether something that was asked for waits until the site answers. */
"use no memo"

import { useSyncExternalStore } from "react"
import { isWaitingForSite, watchWaitingForSite } from "../../runtime/site-reachability.ts"

export const useSiteAwaited = (): boolean =>
  useSyncExternalStore(watchWaitingForSite, isWaitingForSite, () => false)
