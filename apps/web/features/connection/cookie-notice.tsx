/**
 * Whether this browser keeps no cookies of the site. What is said of it comes when it does not (cookie-banner.tsx).
 */
"use no memo"

import { useEffect, useState } from "react"
import { NO_COOKIE } from "@foldcast/contracts/commands/no-cookie"
import type { SiteState } from "@foldcast/folds/site-state"
import { useSite } from "../../runtime/react.tsx"
import { LazyBoundary } from "../site/lazy-boundary.tsx"
import { lazyOverlay } from "../site/lazy-overlay.tsx"
import type { CookieBannerProps } from "./cookie-banner.tsx"

const banner = lazyOverlay<CookieBannerProps>(
  async () => (await import("./cookie-banner.tsx")).CookieBanner,
)

const selectIsMissed = ({ pending }: SiteState) =>
  Object.values(pending.failures).some(({ label }) => label === NO_COOKIE)

/** A browser that does not say whether it keeps cookies refuses none: where it does, the gateway misses its own. */
const isRefusing = (): boolean => "cookieEnabled" in navigator && !navigator.cookieEnabled

export function CookieNotice() {
  const isMissed = useSite(selectIsMissed)
  const [isRefused, setRefused] = useState(false)
  // The server knows of no browser.
  useEffect(() => {
    setRefused(isRefusing())
  }, [])
  if (!isMissed && !isRefused) return null
  return (
    <LazyBoundary>
      <banner.Component isRefused={isRefused} isMissed={isMissed} />
    </LazyBoundary>
  )
}
