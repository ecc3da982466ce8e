/** A dialog of the account features: a card with a title and a close button. */
import type { ReactNode } from "react"
import { m } from "@foldcast/messages/messages"
import { Dialog } from "@foldcast/ui/dialog.tsx"
import "./account.css"

export interface CardWindowProps {
  readonly isOpen: boolean
  readonly close: () => void
  readonly title: string
  readonly children: ReactNode
}

export function CardWindow({ isOpen, close, title, children }: CardWindowProps) {
  return (
    <Dialog isOpen={isOpen} title={title} closeLabel={m.account_close()} onClose={close}>
      <div className="account-card">{children}</div>
    </Dialog>
  )
}
