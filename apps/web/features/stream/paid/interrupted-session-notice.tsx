/**
 * That a page load ended what was paid for, where no stream box says so: a load can lead to any page. It comes when
 * there is something to say (interrupted-session-elsewhere.tsx).
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
  // The server knows of no tab.
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
