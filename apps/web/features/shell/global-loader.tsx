/**
 * Covers the page while all of it waits: for a log-in by link, or for a page's script. The work itself starts at
 * once; a loader that shows stays long enough to be seen (CONST-03). A page that waits for the network is not
 * covered: the current page stays usable, and the banner gives the reason.
 */
"use no memo"

import { useRouterState } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { isPending } from "@foldcast/folds/pending"
import type { SiteState } from "@foldcast/folds/site-state"
import { m } from "@foldcast/messages/messages"
import { Spinner } from "@foldcast/ui/spinner.tsx"
import { useSiteAwaited } from "../connection/use-site-awaited.ts"
import { useSlow } from "../site/use-slow.ts"
import { useConnection, useSite } from "../../runtime/react.tsx"
import { TIMINGS } from "../../runtime/timings.ts"
import "./global-loader.css"

const isPendingByLink = isPending("LogInWithToken")
/** False while a dialog is open, which shows its own state. */
const isLinkLogInPending = (state: SiteState): boolean =>
  state.dialogs.open === null && isPendingByLink(state)

/** True at once, and for at least `ms`. */
export const useLingering = (isOn: boolean, ms: number): boolean => {
  const [isShown, setShown] = useState(isOn)
  if (isOn && !isShown) setShown(true)
  const [since, setSince] = useState(0)
  useEffect(() => {
    if (isOn) setSince(performance.now())
  }, [isOn])
  useEffect(() => {
    if (isOn || !isShown) return
    const timer = setTimeout(
      () => {
        setShown(false)
      },
      Math.max(0, ms - (performance.now() - since)),
    )
    return () => {
      clearTimeout(timer)
    }
  }, [isOn, isShown, since, ms])
  return isShown
}

export function GlobalLoader() {
  const isLoggingIn = useSite(isLinkLogInPending)
  const isNavigating = useRouterState({ select: ({ isLoading }) => isLoading })
  const isAwaited = useSiteAwaited()
  const hasNetwork = useConnection()._tag !== "Offline" && !isAwaited
  const isSlow = useSlow(isNavigating && hasNetwork, TIMINGS.loader)
  const isShown = useLingering(isLoggingIn || isSlow, TIMINGS.loader)
  if (!isShown) return null
  return (
    <div className="global-loader" role="status">
      <Spinner />
      <span>{m.site_loading()}</span>
    </div>
  )
}
