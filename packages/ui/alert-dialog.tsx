/**
 * A question that blocks everything else: a press outside does not close it, and it has no close button. Escape
 * chooses the answer that changes nothing, if there is one.
 */
import type { ReactNode } from "react"
import { Dialog as AriaDialog, Heading } from "react-aria-components/Dialog"
import { Modal, ModalOverlay } from "react-aria-components/Modal"
import { TextRun } from "./text-run.tsx"
import { useWholePage } from "./use-whole-page.ts"
import "./dialog.css"

export interface AlertDialogProps {
  readonly isOpen: boolean
  readonly title: string
  readonly onEscape?: () => void
  readonly children: ReactNode
}

export function AlertDialog({ isOpen, title, onEscape, children }: AlertDialogProps) {
  useWholePage(isOpen)
  return (
    <ModalOverlay
      isOpen={isOpen}
      isDismissable={false}
      isKeyboardDismissDisabled={onEscape === undefined}
      {...(onEscape !== undefined && {
        onOpenChange: (open: boolean) => {
          if (!open) onEscape()
        },
      })}
      className="ui-overlay ui-overlay--dialog"
    >
      <Modal className="ui-window ui-window--dialog">
        <AriaDialog role="alertdialog" className="ui-window__dialog">
          <header className="ui-window__header">
            <Heading slot="title" level={2} className="ui-window__title">
              <TextRun>{title}</TextRun>
            </Heading>
          </header>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
