/** Sends a private message: it stands in the log, and so on the screen, at once. Free of the page. */
import type { CommandOf } from "@foldcast/contracts/commands/command"
import { NO_ANSWER } from "@foldcast/contracts/commands/no-answer"
import type { CommandId } from "@foldcast/contracts/ids"
import type { OutgoingMessage } from "@foldcast/folds/site-state"
import { perRuntime } from "../../runtime/per-runtime.ts"
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

/** What was sent in this document, by its id: a retry under the same id has the same body, or the gateway refuses it. */
const sentCommands = perRuntime(() => new Map<string, CommandOf<"SendPrivateMessage">>())

const detailsOf = (content: OutgoingMessage["content"]) =>
  content._tag === "Text" ? { message: content.text } : { attachment: content.attachmentId }

export const sendPrivateMessage = (
  runtime: SiteRuntime,
  recipient: Recipient,
  content: OutgoingMessage["content"],
): CommandId => {
  const command = commandOf(recipient, content)
  const commandId = runtime.send(command, detailsOf(content))
  sentCommands(runtime).set(commandId, command)
  return commandId
}

/**
 * A message that failed. Where nobody answered it is asked for once more as itself, and sent once in all (ADR 0077);
 * where it certainly is not there, or its visit is over, it goes as a new one.
 */
export const retryMessage = (
  runtime: SiteRuntime,
  recipient: Recipient,
  { commandId, content, sending }: OutgoingMessage,
): void => {
  const command = sentCommands(runtime).get(commandId)
  const isUnanswered = sending._tag === "Failed" && sending.label === NO_ANSWER
  if (isUnanswered && command !== undefined) {
    runtime.send(command, detailsOf(content), commandId)
    return
  }
  runtime.dispatch({ _tag: "OwnLineDiscarded", commandId })
  sendPrivateMessage(runtime, recipient, content)
}
