/** Asks before a conversation is deleted, and leads to the messenger once it is (MSG-29 to MSG-31). */
import { useEffect, useEffectEvent, useState } from "react"
import { messagesOf } from "@foldcast/folds/messages"
import type { SiteState } from "@foldcast/folds/site-state"
import { m } from "@foldcast/messages/messages"
import { AlertDialog } from "@foldcast/ui/alert-dialog.tsx"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useRuntime, useSite } from "../../runtime/react.tsx"

export interface DeleteConversationProps {
  readonly isOpen: boolean
  readonly conversationId: string
  readonly name: string
  readonly onClose: () => void
  readonly onDeleted: () => void
}

const deletionOf =
  (conversationId: string, commandId: string | null) =>
  (state: SiteState): boolean =>
    commandId !== null &&
    messagesOf(state).heard.some(
      ({ event, cause }) =>
        cause === commandId &&
        event._tag === "ConversationDeleted" &&
        event.conversationId === conversationId,
    )

export function DeleteConversation({
  isOpen,
  conversationId,
  name,
  onClose,
  onDeleted,
}: DeleteConversationProps) {
  const { send } = useRuntime()
  const [commandId, setCommandId] = useState<string | null>(null)
  const isDeleted = useSite(deletionOf(conversationId, commandId))
  const deleted = useEffectEvent(onDeleted)
  useEffect(() => {
    if (isDeleted) deleted()
  }, [isDeleted])
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
            setCommandId(send({ _tag: "DeleteConversation", conversationId }))
            onClose()
          }}
        >
          {m.conversation_delete()}
        </Button>
      </div>
    </AlertDialog>
  )
}
