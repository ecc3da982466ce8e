/** The page where a member chooses a performer to write to. */
import { m } from "@foldcast/messages/messages"
import { MessengerFrame } from "./messenger-frame.tsx"

export function NewConversationPage() {
  return (
    <MessengerFrame title={m.new_conversation_title()}>
      <p>{m.new_conversation_empty()}</p>
    </MessengerFrame>
  )
}
