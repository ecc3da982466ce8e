/** What credits are worth at the base price, in euro cents, rounded up. Pure. */
import { CREDITS_PER_CHAT_MINUTE } from "@foldcast/contracts/chat-minute"
import type { Locale } from "@foldcast/contracts/units"
import { formatCredits, formatMoney } from "@foldcast/messages/number-formats"
import { BASE_CENTS_PER_MINUTE } from "@foldcast/rules/money"

export const creditCents = (credits: number): number =>
  Math.ceil((credits * BASE_CENTS_PER_MINUTE) / CREDITS_PER_CHAT_MINUTE)

/** The credits and their worth, formatted for a sentence. */
export const shownPrice = (credits: number, locale: Locale) => ({
  credits: formatCredits(credits, locale),
  price: formatMoney(creditCents(credits), locale),
})
