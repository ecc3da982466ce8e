/**
 * Shows the open dialog of any feature. A dialog is mounted when it first opens and stays mounted for its closing
 * animation; one that fails leaves the page unchanged.
 */
"use no memo"

import { useEffect, useState } from "react"
import type { DialogName } from "@foldcast/contracts/client-facts/client-fact"
import { memberOf } from "@foldcast/folds/account"
import { openDialog } from "@foldcast/folds/dialogs"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import type { LazyOverlay } from "../site/lazy-overlay.tsx"
import { LazyBoundary } from "../site/lazy-boundary.tsx"
import { useIntent } from "../account/use-intent.ts"
import { approachDialog, type OverlayEntry, OVERLAYS } from "./overlays.ts"
import type { OverlayProps } from "../site/use-dialog-window.ts"
import { useLayer } from "../site/use-layer.ts"
import { whenIdle } from "../site/when-idle.ts"
import { afterDialogsClose } from "../site/after-dialogs-close.ts"

type Overlay = LazyOverlay<OverlayProps>

const ALL: ReadonlyArray<Overlay> = [
  ...new Set(Object.values(OVERLAYS).flatMap(({ overlay }) => (overlay === null ? [] : [overlay]))),
]

/** The button that opened a dialog may be removed before it closes: then the heading takes the focus. */
const useFocusAfterClosing = (isOpen: boolean, wasOpened: boolean) => {
  useEffect(() => {
    if (isOpen || !wasOpened) return
    return afterDialogsClose(() => {
      if (document.activeElement === document.body) document.querySelector("h1")?.focus()
    })
  }, [isOpen, wasOpened])
}

/** The wallet shows by its own state, also to a guest. A check of the age is not put off by a step back. */
const hasLayer = (dialog: DialogName, isMember: boolean) =>
  dialog === "wallet" || (dialog !== "ageCheck" && isFor(OVERLAYS[dialog], isMember))

const isFor = ({ audience }: OverlayEntry, isMember: boolean) =>
  audience === "everyone" || (audience === "member") === isMember

export function OverlayHost() {
  const { dispatch } = useRuntime()
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
  const layer = open !== null && hasLayer(open, isMember) ? open : null
  useLayer(layer ?? "", layer !== null, () => {
    if (layer !== null) dispatch({ _tag: "DialogClosed", dialog: layer })
  })
  useIntent()
  useFocusAfterClosing(wanted !== null, mounted.length > 0)
  return mounted.map((overlay) => (
    <LazyBoundary
      key={ALL.indexOf(overlay)}
      isOpen={wanted === overlay}
      onClose={() => {
        if (shown !== null) dispatch({ _tag: "DialogClosed", dialog: shown })
      }}
    >
      <overlay.Component dialog={wanted === overlay ? shown : null} />
    </LazyBoundary>
  ))
}
