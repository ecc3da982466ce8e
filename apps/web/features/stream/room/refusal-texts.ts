/** The texts for what a room refused, one table for each kind of request. Pure. */
import { SPENDING_PAUSED } from "@foldcast/contracts/spending"
import { PICTURE_NOT_SHOWN, TOO_FEW_CREDITS_LABEL } from "@foldcast/contracts/chat-rules"
import { NO_ANSWER } from "@foldcast/contracts/commands/no-answer"
import { NO_COOKIE } from "@foldcast/contracts/commands/no-cookie"
import { m } from "@foldcast/messages/messages"
import { NOTHING_TO_SEE } from "@foldcast/rules/invisible-marks"
import type { NicknameFault } from "@foldcast/rules/names/nickname"

type Texts = Readonly<Record<string, (inputs: { readonly name: string }) => string>>

/** Without cookies every request is refused, with one text (COOKIE-01). */
const textIn = (texts: Texts, label: string, name: string, otherwise: () => string): string => {
  if (label === NO_COOKIE) return m.error_no_cookie()
  return Object.hasOwn(texts, label) ? (texts[label] ?? otherwise)({ name }) : otherwise()
}

const MESSAGE: Texts = {
  [TOO_FEW_CREDITS_LABEL]: m.chat_not_sent_credits,
  messageMuted: m.chat_not_sent_muted,
  tooManyAttempts: m.chat_not_sent_often,
  "request.tooMany": m.chat_not_sent_often,
  chatNotStarted: m.chat_not_started,
  performerOffline: m.chat_offline,
  freeChatOff: m.chat_not_sent_free_off,
  membersOnly: m.chat_guests_read,
  [NOTHING_TO_SEE]: m.nothing_to_see,
  [NO_ANSWER]: m.chat_not_sent,
}
export const messageRefusal = (label: string, name: string) =>
  textIn(MESSAGE, label, name, m.chat_not_sent)

/** Faults that the page finds by itself; the chat service's labels for them have the same texts. */
export const NICKNAME_FAULTS: Readonly<Record<NicknameFault, () => string>> = {
  required: m.nickname_invalid,
  tooShort: m.nickname_invalid,
  tooLong: m.nickname_invalid,
  characters: m.nickname_characters,
  forbidden: m.nickname_forbidden,
  [NOTHING_TO_SEE]: m.nothing_to_see,
}
const NICKNAME: Texts = {
  ...NICKNAME_FAULTS,
  nicknameTaken: m.nickname_taken,
  lookalike: m.name_lookalike,
  body: m.nickname_invalid,
  messageMuted: m.chat_not_sent_muted,
  tooManyAttempts: m.nickname_refused_often,
}
const withoutPrefix = (label: string) => label.replace(/^badRequest\./u, "")

export const nicknameRefusal = (label: string, name: string) =>
  textIn(NICKNAME, withoutPrefix(label), name, m.nickname_refused)

const FORMER_NAME: Texts = {
  characters: m.nickname_former_characters,
  forbidden: m.nickname_former_forbidden,
  lookalike: m.nickname_former_lookalike,
}
/** Why a drawn name stands in place of the visitor's own, and that another can be chosen. */
export const formerNameRefusal = (label: string, name: string) =>
  textIn(FORMER_NAME, withoutPrefix(label), name, m.nickname_former)

const VIP: Texts = {
  [TOO_FEW_CREDITS_LABEL]: m.vip_refused_credits,
  performerBusy: m.stream_refused_busy,
  performerOffline: m.stream_offline,
  tooManyAttempts: m.vip_refused_often,
  vipLetGo: m.vip_refused_a_while,
  [PICTURE_NOT_SHOWN]: m.not_shown_network,
  unansweredTooOften: m.stream_refused_silent,
  [SPENDING_PAUSED]: m.limits_paused_refusal,
}
export const vipRefusal = (label: string, name: string) => textIn(VIP, label, name, m.vip_refused)

const TIP: Texts = {
  [NOTHING_TO_SEE]: m.tip_nothing_to_see,
  [TOO_FEW_CREDITS_LABEL]: m.tip_refused_credits,
  performerBusy: m.tip_refused_busy,
  performerOffline: m.stream_offline,
  tooManyAttempts: m.tip_refused_often,
  [SPENDING_PAUSED]: m.limits_paused_refusal,
}
export const tipRefusal = (label: string, name: string) => textIn(TIP, label, name, m.tip_refused)
