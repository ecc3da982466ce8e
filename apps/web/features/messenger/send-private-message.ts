/** Sends a private message: it stands in the log, and so on the screen, at once. Free of the page. */
import type { CommandOf } from "@foldcast/contracts/commands/command"
import type { CommandId } from "@foldcast/contracts/ids"
import type { OutgoingMessage } from "@foldcast/folds/site-state"
import type { SiteRuntime } from "../../runtime/site-runtime.ts"

export interface Recipient {
  readonly performerId: string
  /** Null: a message is addressed with the performer's id. */
  readonly partnerId: string | null
}

const commandOf = (
  { performerId, partnerId }: Recipient,
  content: OutgoingMessage["content"],
): CommandOf<"SendPrivateMessage"> => ({
  _tag: "SendPrivateMessage",
  performerId,
  ...(partnerId !== null && { partnerId }),
  ...(content._tag === "Text" ? { text: content.text } : { attachment: content.attachmentId }),
})

/** `again`: the id of a message that may have been sent already. With it, it is sent once in all (ADR 0077). */
export const sendPrivateMessage = (
  runtime: Pick<SiteRuntime, "send">,
  recipient: Recipient,
  content: OutgoingMessage["content"],
  again?: CommandId,
): CommandId =>
  runtime.send(
    commandOf(recipient, content),
    content._tag === "Text" ? { message: content.text } : { attachment: content.attachmentId },
    again,
  )

/** A message that failed: with its own id where it may be there, as a new one where it certainly is not. */
export const retryMessage = (
  runtime: Pick<SiteRuntime, "send" | "dispatch">,
  recipient: Recipient,
  { commandId, content, sending }: OutgoingMessage,
): void => {
  const mayBeSent = sending._tag === "Failed" && sending.mayBeSent
  if (!mayBeSent) runtime.dispatch({ _tag: "OwnLineDiscarded", commandId })
  sendPrivateMessage(runtime, recipient, content, mayBeSent ? commandId : undefined)
}
