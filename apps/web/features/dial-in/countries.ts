/** Where a number can be called, in words, and which country brings a promotion (DIALIN-30, DIALIN-32). */
import type { DialInCountry } from "@foldcast/contracts/phone"
import { m } from "@foldcast/messages/messages"

export const COUNTRY_NAMES: Readonly<Record<DialInCountry, () => string>> = {
  NL: m.dial_in_country_nl,
  BE: m.dial_in_country_be,
  DE: m.dial_in_country_de,
}

export const isDoubled = (country: DialInCountry): boolean => country === "BE"
