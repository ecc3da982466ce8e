/**
 * The windows of packages/ui, closed by a step back or forward too: the page beneath stays, and the next step
 * leaves it. Links and what the site itself leads to go on. A step to another document, as to the site that
 * led here, cannot be held up; a window that is an entry of the history (the lightbox) closes with it.
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
      // Whoever reloads or leaves is not asked whether they mean it.
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
