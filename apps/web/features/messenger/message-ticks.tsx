/** What is known of an own message: one tick for sent, two for delivered, two coloured ones for read (MSG-26). */
import { Check, CheckCheck, Clock, CircleAlert } from "lucide-react"
import { m } from "@foldcast/messages/messages"
import type { MessageStatus } from "./shown-messages.ts"

const MARKS: Readonly<
  Record<MessageStatus, { readonly Icon: typeof Check; readonly name: () => string }>
> = {
  Sending: { Icon: Clock, name: m.message_sending },
  Unknown: { Icon: CircleAlert, name: m.message_unknown },
  Failed: { Icon: CircleAlert, name: m.message_failed },
  Sent: { Icon: Check, name: m.message_sent },
  Delivered: { Icon: CheckCheck, name: m.message_delivered },
  Read: { Icon: CheckCheck, name: m.message_read },
}

export function MessageTicks({ status }: { readonly status: MessageStatus }) {
  const { Icon, name } = MARKS[status]
  return (
    <span className="message__ticks" data-status={status} role="img" aria-label={name()}>
      <Icon size={16} aria-hidden="true" />
    </span>
  )
}
