/**
 * What was bought, as a receipt says it: `1.800 credits · 30 minuten`, and to the second where it is no whole minute:
 * `152 credits · 2:32 minuten`. Pure.
 */
import { CREDITS_PER_MINUTE } from "@foldcast/contracts/chat-rules"
import type { Locale } from "@foldcast/contracts/units"
import { m } from "@foldcast/messages/messages"
import { formatCredits, formatMinutes } from "@foldcast/messages/number-formats"
import { minutesOf } from "@foldcast/rules/money"
import { clockText } from "./clock-text.ts"

const timeOf = (credits: number, locale: Locale): string =>
  credits % CREDITS_PER_MINUTE.chat === 0
    ? formatMinutes(minutesOf(credits), locale)
    : m.minutes_clock({ time: clockText((credits * 60) / CREDITS_PER_MINUTE.chat) }, { locale })

export const creditsAndMinutes = (credits: number, locale: Locale): string =>
  `${formatCredits(credits, locale)} · ${timeOf(credits, locale)}`
