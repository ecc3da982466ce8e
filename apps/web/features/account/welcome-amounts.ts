/** The texts for the advertised welcome credits: exactly the amount granted. */
import type { PublicBrand } from "@foldcast/contracts/queries/brand"
import type { Member } from "@foldcast/folds/account"
import type { Locale } from "@foldcast/contracts/units"
import { formatCredits, formatMinutes } from "@foldcast/messages/number-formats"
import { welcomeMinutes } from "@foldcast/rules/welcome-credits"

export const creditsInWords = (credits: number, locale: Locale) => ({
  credits: formatCredits(credits, locale),
  minutes: formatMinutes(welcomeMinutes(credits), locale),
})

/** The credits for verifying: none for a member who got them before and has changed the address since. */
export const creditsDue = (
  { welcomeCredits }: Pick<PublicBrand, "welcomeCredits">,
  member: Member | null,
): number => (member?.profile?.welcomed === true ? 0 : welcomeCredits)
