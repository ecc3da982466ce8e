/**
 * Loads what belongs to a call as soon as this document has to do with one: its window opens, the log speaks of a call,
 * or the tab was shown a number before it was loaded (DIALIN-20, DIALIN-21). Elsewhere than in a room, guests
 * without a call load nothing of it.
 */
"use no memo"

import { useState } from "react"
import { hasHeardOfCall } from "@foldcast/folds/unread"
import type { SiteState } from "@foldcast/folds/site-state"
import { useSite } from "../../runtime/react.tsx"
import { ivrCacheStore } from "../../runtime/stores/ivr-cache.ts"
import { LazyBoundary } from "../site/lazy-boundary.tsx"
import { lazyOverlay } from "../site/lazy-overlay.tsx"

const parts = lazyOverlay(async () => (await import("./call-parts.tsx")).CallParts)

const isAboutCall = (state: SiteState) =>
  state.dialIn !== undefined || state.dialogs.open === "dialIn" || hasHeardOfCall(state)

export function CallOutlet() {
  const isNow = useSite(isAboutCall)
  const [isDue, setDue] = useState(() => ivrCacheStore.read().value !== null)
  if (isNow && !isDue) setDue(true)
  if (!isDue) return null
  return (
    <LazyBoundary>
      <parts.Component />
    </LazyBoundary>
  )
}
