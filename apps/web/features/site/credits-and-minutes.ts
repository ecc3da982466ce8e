/** What was bought, as a receipt says it: `1.800 credits · 30 minuten`. Pure. */
import type { Locale } from "@foldcast/contracts/units"
import { formatCredits, formatMinutes } from "@foldcast/messages/number-formats"
import { minutesOf } from "@foldcast/rules/money"

export const creditsAndMinutes = (credits: number, locale: Locale): string =>
  `${formatCredits(credits, locale)} · ${formatMinutes(minutesOf(credits), locale)}`
