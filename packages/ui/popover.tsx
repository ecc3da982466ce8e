/** A small window beside the button that opened it; a press outside or Escape closes it. */
import type { ReactNode, RefObject } from "react"
import { Dialog as AriaDialog } from "react-aria-components/Dialog"
import { Popover as AriaPopover } from "react-aria-components/Popover"
import "./popover.css"

export interface PopoverProps {
  readonly triggerRef: RefObject<HTMLElement | null>
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly label: string
  /** Which side aligns with the button's, if there is room. */
  readonly side?: "start" | "end"
  /** Pixels that stay free at the window's edges. */
  readonly margin?: number
  readonly children: ReactNode
}

export function Popover({
  triggerRef,
  isOpen,
  onClose,
  label,
  side = "end",
  margin = 12,
  children,
}: PopoverProps) {
  return (
    <AriaPopover
      triggerRef={triggerRef}
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      placement={`bottom ${side}`}
      offset={8}
      containerPadding={margin}
      className="ui-popover ui-raised"
    >
      <AriaDialog aria-label={label} className="ui-popover__dialog">
        {children}
      </AriaDialog>
    </AriaPopover>
  )
}
