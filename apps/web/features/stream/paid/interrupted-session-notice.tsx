/**
 * That a page load ended what was paid for, where no stream box says so: a load can lead to any page. It comes when
 * there is something to say (interrupted-session-elsewhere.tsx).
 */
"use no memo"

import { useEffect, useState } from "react"
import { useRuntime } from "../../../runtime/react.tsx"
import { LazyBoundary } from "../../site/lazy-boundary.tsx"
import { lazyOverlay } from "../../site/lazy-overlay.tsx"
import { isPaidSessionUntold } from "./paid-session-draft.ts"

const elsewhere = lazyOverlay(
  async () => (await import("./interrupted-session-elsewhere.tsx")).CutShortElsewhere,
)

export function CutShortNotice() {
  const { drafts } = useRuntime()
  const [isUntold, setUntold] = useState(false)
  // The server knows of no tab.
  useEffect(() => {
    setUntold(isPaidSessionUntold(drafts))
  }, [drafts])
  return (
    isUntold && (
      <LazyBoundary>
        <elsewhere.Component />
      </LazyBoundary>
    )
  )
}
