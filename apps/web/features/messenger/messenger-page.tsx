/** A member's conversations, with none open. */
import { m } from "@foldcast/messages/messages"
import { MessengerFrame } from "./messenger-frame.tsx"

export function MessengerPage() {
  return (
    <MessengerFrame title={m.messenger_title()} isReading={false}>
      <p>{m.messenger_choose()}</p>
    </MessengerFrame>
  )
}
