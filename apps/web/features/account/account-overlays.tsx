/** Shows the log-in or the registration dialog when one is asked for; fetched on approach or when idle. */
import { useEffect, useState } from "react"
import { memberOf } from "@foldcast/folds/account"
import { openDialog } from "@foldcast/folds/dialogs"
import { useSite } from "../../runtime/react.tsx"
import { lazyOverlay } from "../site/lazy-overlay.ts"
import { OverlayBoundary } from "../site/overlay-boundary.tsx"
import { whenIdle } from "../site/when-idle.ts"

export type AccountDialogName = "logIn" | "register"

export const accountDialogs = lazyOverlay(
  async () => (await import("./account-dialogs.tsx")).AccountDialogs,
)

export function AccountOverlays() {
  const member = useSite(memberOf)
  const open = useSite(openDialog)
  const wanted = member === null && (open === "logIn" || open === "register") ? open : null
  const [isMounted, setMounted] = useState(false)
  if (wanted !== null && !isMounted) setMounted(true)
  const isGuest = member === null
  useEffect(() => (isGuest ? whenIdle(accountDialogs.approach) : undefined), [isGuest])
  const Dialogs = accountDialogs.Component
  if (!isMounted) return null
  return (
    <OverlayBoundary>
      <Dialogs dialog={wanted} />
    </OverlayBoundary>
  )
}
