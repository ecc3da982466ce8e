/**
 * Whether this browser keeps no cookies of the site. The banner itself loads only when it is needed
 * (cookie-banner.tsx).
 */
"use no memo"

import { useEffect, useState } from "react"
import { NO_COOKIE } from "@foldcast/contracts/commands/no-cookie"
import type { SiteState } from "@foldcast/folds/site-state"
import { useSite } from "../../runtime/react.tsx"
import { LazyBoundary } from "../site/lazy-boundary.tsx"
import { lazyOverlay } from "../site/lazy-overlay.tsx"
import type { CookieBannerProps } from "./cookie-banner.tsx"
import { refusesCookies } from "./refuses-cookies.ts"

const banner = lazyOverlay<CookieBannerProps>(
  async () => (await import("./cookie-banner.tsx")).CookieBanner,
)

/** The id of the refused command. */
const selectMissed = ({ pending }: SiteState): string | null =>
  Object.values(pending.failures).find(({ label }) => label === NO_COOKIE)?.commandId ?? null

export function CookieNotice() {
  const missed = useSite(selectMissed)
  const [isRefused, setRefused] = useState(false)
  // In an effect, because the server cannot read the browser's setting.
  useEffect(() => {
    setRefused(refusesCookies())
  }, [])
  if (missed === null && !isRefused) return null
  return (
    <LazyBoundary>
      <banner.Component missed={missed} />
    </LazyBoundary>
  )
}
