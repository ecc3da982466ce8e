/** What every page shows of the browser's call. */
import { useEffect } from "react"
import { useRuntime } from "../../runtime/react.tsx"
import { RecoveryBoundary } from "../site/recovery-boundary.tsx"
import { CallBadge } from "./call-badge.tsx"
import { CallEndedNotice } from "./call-ended-notice.tsx"
import { CallLoader } from "./call-loader.tsx"
import { startDialIn } from "./start-dial-in.ts"

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
    </>
  )
}
