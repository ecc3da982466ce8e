/** Why a message was not sent, in words. Pure. */
import { TOO_FEW_CREDITS_LABEL } from "@foldcast/contracts/chat-rules"
import { NO_ANSWER, VISIT_IS_OVER } from "@foldcast/contracts/commands/no-answer"
import { NO_COOKIE } from "@foldcast/contracts/commands/no-cookie"
import { m } from "@foldcast/messages/messages"
import { NOTHING_TO_SEE } from "@foldcast/rules/invisible-marks"

const TEXTS: Readonly<Record<string, () => string>> = {
  [NO_ANSWER]: m.message_failed_unanswered,
  [VISIT_IS_OVER]: m.message_failed_visit,
  [NO_COOKIE]: m.error_no_cookie,
  [TOO_FEW_CREDITS_LABEL]: m.message_failed_credits,
  [NOTHING_TO_SEE]: m.nothing_to_see,
  tooManyAttempts: m.message_failed_often,
  "request.tooMany": m.message_failed_often,
  "badRequest.blocked": m.message_failed_blocked,
  attachmentGone: m.message_failed_picture,
  "badRequest.image-too-big": m.image_too_big,
  "badRequest.image-not-allowed": m.image_not_allowed,
}

export const messageFailure = (label: string): string =>
  Object.hasOwn(TEXTS, label) ? (TEXTS[label] ?? m.message_failed)() : m.message_failed()
