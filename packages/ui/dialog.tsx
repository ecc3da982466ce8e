/**
 * Windows over the page: a dialog in the middle, a drawer at the end side. Both trap the focus, close on Escape
 * and restore the focus.
 */
import { X } from "lucide-react"
import type { ReactNode } from "react"
import { Dialog as AriaDialog, Heading } from "react-aria-components/Dialog"
import { Modal, ModalOverlay } from "react-aria-components/Modal"
import { classNames } from "./class-names.ts"
import { IconButton } from "./icon-button.tsx"
import { TextRun } from "./text-run.tsx"
import { useWholePage } from "./use-whole-page.ts"
import "./dialog.css"

export interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Where the close button does more than closing. */
  readonly onCloseButton?: () => void
  readonly title: string
  readonly closeLabel: string
  readonly children: ReactNode
  /** Whether a press outside closes it; false keeps a form with typed text open. */
  readonly closesOutside?: boolean
}

function Window({
  kind,
  isOpen,
  onClose,
  onCloseButton = onClose,
  title,
  closeLabel,
  closesOutside = true,
  children,
}: DialogProps & { readonly kind: "dialog" | "drawer" }) {
  useWholePage(isOpen)
  return (
    <ModalOverlay
      isOpen={isOpen}
      isDismissable={closesOutside}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      className={classNames("ui-overlay", `ui-overlay--${kind}`)}
    >
      <Modal className={classNames("ui-window", `ui-window--${kind}`)}>
        <AriaDialog className="ui-window__dialog">
          <header className="ui-window__header">
            <Heading slot="title" level={2} className="ui-window__title">
              <TextRun>{title}</TextRun>
            </Heading>
            <IconButton label={closeLabel} onPress={onCloseButton}>
              <X size={22} aria-hidden="true" />
            </IconButton>
          </header>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

export function Dialog(props: DialogProps) {
  return <Window {...props} kind="dialog" />
}

export function Drawer(props: DialogProps) {
  return <Window {...props} kind="drawer" />
}
