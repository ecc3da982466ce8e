/** Why a PIN was not accepted, in words. Whatever failed, the PIN is marked as wrong (DIALIN-28). */
import { NO_ANSWER } from "@foldcast/contracts/commands/no-answer"
import { NO_IVR_SESSION_LABEL } from "@foldcast/contracts/phone"
import { commandMessage } from "@foldcast/messages/error-messages"
import { m } from "@foldcast/messages/messages"

export const pinMessage = (label: string): string => {
  switch (label) {
    case NO_IVR_SESSION_LABEL:
      return `${m.dial_in_pin_wrong()} ${m.dial_in_pin_not_found()}`
    case "tooManyAttempts":
    case "request.tooMany":
      return m.dial_in_pin_too_many()
    // Nobody could look at the PIN, or nobody says what came of it.
    case NO_ANSWER:
    case "unavailable":
    case "request.unavailable":
      return commandMessage(label)()
    case "outcomeUnknown":
      return commandMessage(NO_ANSWER)()
    default:
      return m.dial_in_pin_wrong()
  }
}
