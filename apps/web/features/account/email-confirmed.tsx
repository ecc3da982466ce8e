/**
 * Replaces a dialog that asks to confirm the e-mail address, once that was done in another tab or on another
 * device.
 */
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { CardWindow, type CardWindowProps } from "./card-window.tsx"

export function EmailConfirmed(card: Pick<CardWindowProps, "isOpen" | "close">) {
  return (
    <CardWindow {...card} title={m.verification_done_heading()}>
      <p role="status">{m.verification_done()}</p>
      <Button variant="primary" wide autoFocus onPress={card.close}>
        {m.verification_go_on()}
      </Button>
    </CardWindow>
  )
}
