/**
 * The dialogs and drawers of packages/ui that a feature opens by itself: a step back closes them, as it closes those
 * that the log opens (shell/overlay-host.tsx).
 */
import { Dialog, type DialogProps, Drawer } from "@foldcast/ui/dialog.tsx"
import { useLayer } from "./use-layer.ts"

export interface SiteWindowProps extends DialogProps {
  /** Its name among the layers over the page. */
  readonly layer: string
}

export function SiteDialog({ layer, ...props }: SiteWindowProps) {
  useLayer(layer, props.isOpen, props.onClose)
  return <Dialog {...props} />
}

export function SiteDrawer({ layer, ...props }: SiteWindowProps) {
  useLayer(layer, props.isOpen, props.onClose)
  return <Drawer {...props} />
}
