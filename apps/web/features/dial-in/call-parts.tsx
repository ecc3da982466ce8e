/** What every page shows of the browser's call, and the window in which it begins. */
import { useEffect, useState } from "react"
import { isMember } from "@foldcast/folds/account"
import type { SiteState } from "@foldcast/folds/site-state"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { LazyBoundary } from "../site/lazy-boundary.tsx"
import { RecoveryBoundary } from "../site/recovery-boundary.tsx"
import { CallBadge } from "./call-badge.tsx"
import { CallEndedNotice } from "./call-ended-notice.tsx"
import { CallLoader } from "./call-loader.tsx"
import { dialInOverlay } from "./dial-in-overlay.ts"
import { startDialIn } from "./start-dial-in.ts"

const isDialogOpen = (state: SiteState) => state.dialogs.open === "dialIn" && !isMember(state)

/** It stays mounted for its closing animation. */
function DialInWindow() {
  const { dispatch } = useRuntime()
  const isOpen = useSite(isDialogOpen)
  const [isMounted, setMounted] = useState(isOpen)
  if (isOpen && !isMounted) setMounted(true)
  if (!isMounted) return null
  return (
    <LazyBoundary
      isOpen={isOpen}
      onClose={() => {
        dispatch({ _tag: "DialogClosed", dialog: "dialIn" })
      }}
    >
      <dialInOverlay.Component dialog={isOpen ? "dialIn" : null} />
    </LazyBoundary>
  )
}

export function CallParts() {
  const runtime = useRuntime()
  useEffect(() => {
    startDialIn(runtime)
  }, [runtime])
  return (
    <>
      <RecoveryBoundary>
        <CallBadge />
      </RecoveryBoundary>
      <RecoveryBoundary>
        <CallLoader />
      </RecoveryBoundary>
      <RecoveryBoundary>
        <CallEndedNotice />
      </RecoveryBoundary>
      <RecoveryBoundary>
        <DialInWindow />
      </RecoveryBoundary>
    </>
  )
}
