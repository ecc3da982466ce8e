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

/** Milliseconds until a closed dialog has gone and has tried to give the focus back. */
const CLOSED_MS = 300

/** The button that opened the dialog is gone with the guest: the page's heading takes the focus. */
const useFocusAfterEntering = (hasEntered: boolean) => {
  useEffect(() => {
    if (!hasEntered) return
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) document.querySelector("h1")?.focus()
    }, CLOSED_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [hasEntered])
}

export function AccountOverlays() {
  const member = useSite(memberOf)
  const open = useSite(openDialog)
  const wanted = member === null && (open === "logIn" || open === "register") ? open : null
  const [isMounted, setMounted] = useState(false)
  if (wanted !== null && !isMounted) setMounted(true)
  const isGuest = member === null
  useEffect(() => (isGuest ? whenIdle(accountDialogs.approach) : undefined), [isGuest])
  useFocusAfterEntering(isMounted && member !== null)
  const Dialogs = accountDialogs.Component
  if (!isMounted) return null
  return (
    <OverlayBoundary>
      <Dialogs dialog={wanted} />
    </OverlayBoundary>
  )
}
