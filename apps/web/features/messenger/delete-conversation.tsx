/** Asks before a conversation is deleted (MSG-29). Once it is, its page leads to the messenger. */
import { m } from "@foldcast/messages/messages"
import { AlertDialog } from "@foldcast/ui/alert-dialog.tsx"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useRuntime } from "../../runtime/react.tsx"

export interface DeleteConversationProps {
  readonly isOpen: boolean
  readonly conversationId: string
  readonly name: string
  readonly onSent: (commandId: string) => void
  readonly onClose: () => void
}

export function DeleteConversation({
  isOpen,
  conversationId,
  name,
  onSent,
  onClose,
}: DeleteConversationProps) {
  const { send } = useRuntime()
  return (
    <AlertDialog isOpen={isOpen} title={m.conversation_delete_title({ name })} onEscape={onClose}>
      <p>
        <TextRun>{m.conversation_delete_text({ name })}</TextRun>
      </p>
      <div className="actions__row">
        <Button autoFocus onPress={onClose}>
          {m.conversation_delete_keep()}
        </Button>
        <Button
          variant="primary"
          onPress={() => {
            onSent(send({ _tag: "DeleteConversation", conversationId }))
            onClose()
          }}
        >
          {m.conversation_delete()}
        </Button>
      </div>
    </AlertDialog>
  )
}
