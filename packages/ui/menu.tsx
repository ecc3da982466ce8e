/** A list of actions or links beside the button that opened it. */
import { Check } from "lucide-react"
import type { ReactNode, RefObject } from "react"
import { Menu as AriaMenu, MenuItem, Popover as AriaPopover } from "react-aria-components/Menu"
import { TextRun } from "./text-run.tsx"
import "./popover.css"
import "./menu.css"

export interface MenuProps {
  readonly triggerRef: RefObject<HTMLElement | null>
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly label: string
  readonly children: ReactNode
}

export function Menu({ triggerRef, isOpen, onClose, label, children }: MenuProps) {
  return (
    <AriaPopover
      triggerRef={triggerRef}
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      placement="bottom end"
      offset={8}
      className="ui-popover"
      aria-label={label}
    >
      <AriaMenu aria-label={label} className="ui-menu" autoFocus="first" onClose={onClose}>
        {children}
      </AriaMenu>
    </AriaPopover>
  )
}

export interface MenuLinkProps {
  readonly id: string
  readonly href: string
  readonly lang?: string
  readonly isCurrent: boolean
  readonly onAction?: () => void
  readonly children: string
}

export function MenuLink({ isCurrent, children, onAction, ...rest }: MenuLinkProps) {
  return (
    <MenuItem
      {...rest}
      {...(onAction && { onAction })}
      className="ui-menu__item"
      textValue={children}
      aria-current={isCurrent ? "true" : undefined}
    >
      <span>{children}</span>
      {isCurrent && <Check size={18} aria-hidden="true" />}
    </MenuItem>
  )
}

export interface MenuActionProps {
  readonly id: string
  readonly onAction: () => void
  readonly children: string
}

export function MenuAction({ children, ...rest }: MenuActionProps) {
  return (
    <MenuItem {...rest} className="ui-menu__item" textValue={children}>
      <TextRun>{children}</TextRun>
    </MenuItem>
  )
}
