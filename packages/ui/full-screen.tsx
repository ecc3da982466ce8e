/** A window that fills the screen, for pictures. It traps the focus, closes on Escape and restores the focus. */
import type { KeyboardEvent, ReactNode } from "react"
import { Dialog as AriaDialog } from "react-aria-components/Dialog"
import { Modal, ModalOverlay } from "react-aria-components/Modal"
import "./full-screen.css"

export interface FullScreenProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly label: string
  /** Receives keys that no control inside has handled. */
  readonly onKeyDown?: (event: KeyboardEvent) => void
  readonly children: ReactNode
}

export function FullScreen({ isOpen, onClose, label, onKeyDown, children }: FullScreenProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      className="ui-full-screen"
    >
      <Modal className="ui-full-screen__modal">
        {/* Receives the keys of the whole window, wherever the focus is. */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
        <div className="ui-full-screen__content" onKeyDown={onKeyDown}>
          <AriaDialog aria-label={label} className="ui-full-screen__dialog">
            {children}
          </AriaDialog>
        </div>
      </Modal>
    </ModalOverlay>
  )
}
