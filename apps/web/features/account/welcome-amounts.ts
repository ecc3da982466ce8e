/** The welcome credits as they are advertised, in words: as much as is granted (decisions, 61). */
import type { Locale } from "@foldcast/contracts/units"
import { formatCredits, formatMinutes } from "@foldcast/messages/number-formats"
import { welcomeMinutes } from "@foldcast/rules/welcome-credits"

export const creditsInWords = (credits: number, locale: Locale) => ({
  credits: formatCredits(credits, locale),
  minutes: formatMinutes(welcomeMinutes(credits), locale),
})
