/** Whether something that was asked for waits until the site answers. */
"use no memo"

import { useSyncExternalStore } from "react"
import { isSiteAwaited, watchSiteAwaited } from "../../runtime/site-reach.ts"

export const useSiteAwaited = (): boolean =>
  useSyncExternalStore(watchSiteAwaited, isSiteAwaited, () => false)
