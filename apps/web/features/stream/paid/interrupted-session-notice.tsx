/**
 * Loads the notice of an interrupted paid session when there is one to show: a reload can lead to any page
 * (interrupted-session-elsewhere.tsx).
 */
"use no memo"

import { useEffect, useState } from "react"
import { useRuntime } from "../../../runtime/react.tsx"
import { LazyBoundary } from "../../site/lazy-boundary.tsx"
import { lazyOverlay } from "../../site/lazy-overlay.tsx"
import { isPaidSessionUnreported } from "./paid-session-draft.ts"

const elsewhere = lazyOverlay(
  async () => (await import("./interrupted-session-elsewhere.tsx")).InterruptedSessionElsewhere,
)

export function InterruptedSessionNotice() {
  const { drafts } = useRuntime()
  const [isUnreported, setUnreported] = useState(false)
  // In an effect: the server has no tab storage.
  useEffect(() => {
    setUnreported(isPaidSessionUnreported(drafts))
  }, [drafts])
  return (
    isUnreported && (
      <LazyBoundary>
        <elsewhere.Component />
      </LazyBoundary>
    )
  )
}
