/**
 * Shows the dialog that is open, whichever feature has it. A window is mounted when it is first opened
 * and stays, so that it can close in its own time; one that fails leaves the page as it is.
 */
import { useEffect, useState } from "react"
import type { DialogName } from "@foldcast/contracts/client-facts/client-fact"
import { memberOf } from "@foldcast/folds/account"
import { openDialog } from "@foldcast/folds/dialogs"
import { useSite } from "../../runtime/react.tsx"
import type { LazyOverlay } from "../site/lazy-overlay.ts"
import { useIntendedPage } from "../account/use-intended-page.ts"
import { OverlayBoundary } from "../site/overlay-boundary.tsx"
import { approachDialog, type OverlayEntry, OVERLAYS } from "./overlays.ts"
import type { OverlayProps } from "../site/use-dialog-window.ts"
import { whenIdle } from "../site/when-idle.ts"
import { whenWindowsAreGone } from "../site/when-windows-are-gone.ts"

type Overlay = LazyOverlay<OverlayProps>

const ALL: ReadonlyArray<Overlay> = [
  ...new Set(Object.values(OVERLAYS).flatMap(({ overlay }) => (overlay === null ? [] : [overlay]))),
]

/** The button that opened a dialog may be gone by the time it closes: the heading takes the focus. */
const useFocusAfterClosing = (isOpen: boolean, wasOpened: boolean) => {
  useEffect(() => {
    if (isOpen || !wasOpened) return
    return whenWindowsAreGone(() => {
      if (document.activeElement === document.body) document.querySelector("h1")?.focus()
    })
  }, [isOpen, wasOpened])
}

const isFor = ({ audience }: OverlayEntry, isMember: boolean) =>
  audience === "everyone" || (audience === "member") === isMember

export function OverlayHost() {
  const isMember = useSite(memberOf) !== null
  const open = useSite(openDialog)
  const shown = open !== null && isFor(OVERLAYS[open], isMember) ? open : null
  const [mounted, setMounted] = useState<ReadonlyArray<Overlay>>([])
  const wanted = shown === null ? null : OVERLAYS[shown].overlay
  if (wanted !== null && !mounted.includes(wanted)) setMounted([...mounted, wanted])
  useEffect(() => {
    const likely: DialogName | null = isMember ? null : "register"
    return likely === null ? undefined : whenIdle(() => approachDialog(likely))
  }, [isMember])
  useIntendedPage()
  useFocusAfterClosing(wanted !== null, mounted.length > 0)
  return mounted.map((overlay) => (
    <OverlayBoundary key={ALL.indexOf(overlay)}>
      <overlay.Component dialog={wanted === overlay ? shown : null} />
    </OverlayBoundary>
  ))
}
