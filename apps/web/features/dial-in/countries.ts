/** Where a number can be called, in words and in order, and which country brings a promotion (DIALIN-30, DIALIN-32). */
import { DIAL_IN_COUNTRIES, type DialInCountry } from "@foldcast/contracts/phone"
import { m } from "@foldcast/messages/messages"

export const COUNTRY_NAMES: Readonly<Record<DialInCountry, () => string>> = {
  NL: m.dial_in_country_nl,
  BE: m.dial_in_country_be,
  DE: m.dial_in_country_de,
}

/** `first`, where it is known, and the others in their order. */
export const countriesFrom = (first: DialInCountry | null): ReadonlyArray<DialInCountry> =>
  first === null
    ? DIAL_IN_COUNTRIES
    : [first, ...DIAL_IN_COUNTRIES.filter((country) => country !== first)]

export const isDoubled = (country: DialInCountry): boolean => country === "BE"
