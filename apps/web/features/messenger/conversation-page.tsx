/** One conversation, by its id or by the performer's name. */
import { m } from "@foldcast/messages/messages"
import { MessengerFrame } from "./messenger-frame.tsx"

export function ConversationPage() {
  return (
    <MessengerFrame title={m.conversation_title()}>
      <p>{m.conversation_empty()}</p>
    </MessengerFrame>
  )
}
