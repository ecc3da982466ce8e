/**
 * The dialogs and drawers of packages/ui, closed by a step back or forward in the history too: the page beneath
 * stays, and the next step leaves it. Links and the site's own navigation are not blocked. A step to another
 * document, for example to a referring site, cannot be blocked. A window with a history entry of its own (the
 * lightbox) closes with that entry.
 */
import { useRouter } from "@tanstack/react-router"
import { useEffect, useEffectEvent } from "react"
import { Dialog, type DialogProps, Drawer } from "@foldcast/ui/dialog.tsx"

const useCloseOnStep = ({ isOpen, onClose }: DialogProps): void => {
  const { history } = useRouter()
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen) return
    return history.block({
      // No prompt asks for confirmation on a reload or when the visitor leaves.
      enableBeforeUnload: false,
      blockerFn: ({ action }) => {
        const isStep = action !== "PUSH" && action !== "REPLACE"
        if (isStep) close()
        return isStep
      },
    })
  }, [isOpen, history])
}

export function SiteDialog(props: DialogProps) {
  useCloseOnStep(props)
  return <Dialog {...props} />
}

export function SiteDrawer(props: DialogProps) {
  useCloseOnStep(props)
  return <Drawer {...props} />
}
