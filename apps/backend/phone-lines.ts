/** The numbers of PHONE_NUMBERS with all that the law wants to stand beside them, and why one is refused. Pure. */
import { DIAL_IN_COUNTRIES, type DialInCountry } from "@foldcast/contracts/phone"
import {
  longestCallMinutes,
  nationalDigits,
  phoneNumberFault,
  type PhoneNumberFault,
} from "@foldcast/rules/phone-numbers"
import type { PhoneNumberSetting } from "@foldcast/settings/phone-numbers"

export interface PhoneLine {
  readonly country: DialInCountry
  /** As it is shown. */
  readonly number: string
  /** As it is dialled inside the country: a number by whatever spelling. */
  readonly digits: string
  /** Euro cents of a minute. */
  readonly tariffCents: number
  /** Euro cents, once; 0: nothing. */
  readonly startCents: number
  /** A call is ended then. */
  readonly maxSeconds: number
  /** What a call of so many seconds costs. */
  readonly maxCents: number
}

type LineFault = PhoneNumberFault | "country" | "twice"

const REASONS: Readonly<Record<LineFault, string>> = {
  country: `stands for a country that is none of ${DIAL_IN_COUNTRIES.join(", ")}`,
  prefix: "has a prefix or a length that no premium number of its country has",
  kind: "has a prefix that its country gives to other services than entertainment for adults",
  tariff: "costs nothing, or more a minute than its prefix may",
  twice: "has the digits of another one, so that a call to it cannot be told apart",
  start:
    "charges for the start of a call, which its country does not allow beside a minute's tariff",
}

const countryOf = (text: string): DialInCountry | undefined =>
  DIAL_IN_COUNTRIES.find((country) => country === text)

const faultOf = ({ country: name, ...given }: PhoneNumberSetting): LineFault | null => {
  const country = countryOf(name)
  return country === undefined ? "country" : phoneNumberFault({ country, ...given })
}

const digitsOf = ({ country: name, number }: PhoneNumberSetting): string => {
  const country = countryOf(name)
  return country === undefined ? "" : nationalDigits(country, number)
}

/** A sentence for each number that may not be offered, by its place and without its digits. */
export const phoneNumberSentences = (
  numbers: ReadonlyArray<PhoneNumberSetting>,
): ReadonlyArray<string> =>
  numbers.flatMap((one, index) => {
    const isKnown = numbers.slice(0, index).some((other) => digitsOf(other) === digitsOf(one))
    const fault = faultOf(one) ?? (isKnown ? "twice" : null)
    return fault === null
      ? []
      : [`PHONE_NUMBERS: number ${index + 1} of ${numbers.length} ${REASONS[fault]}.`]
  })

const orderOf = ({ country }: PhoneLine): number => DIAL_IN_COUNTRIES.indexOf(country)

/**
 * Of numbers that may be offered, by the order of the countries, whatever that of the setting: the first of them is for
 * who names none (DIALIN-31). `maxMinutes`: of any call; a country's shorter limit wins.
 */
export const phoneLines = (
  numbers: ReadonlyArray<PhoneNumberSetting>,
  maxMinutes: number,
): ReadonlyArray<PhoneLine> =>
  numbers
    .flatMap(({ country: name, number, tariffCents, startCents }): ReadonlyArray<PhoneLine> => {
      const country = countryOf(name)
      if (country === undefined) return []
      const minutes = Math.min(maxMinutes, longestCallMinutes(country, number) ?? maxMinutes)
      return [
        {
          country,
          number,
          digits: nationalDigits(country, number),
          tariffCents,
          startCents,
          maxSeconds: minutes * 60,
          maxCents: minutes * tariffCents + startCents,
        },
      ]
    })
    .toSorted((a, b) => orderOf(a) - orderOf(b))

/** The line of a number as the provider spells it; undefined: none of ours. */
export const lineOf = (lines: ReadonlyArray<PhoneLine>, number: string): PhoneLine | undefined =>
  lines.find(({ country, digits }) => nationalDigits(country, number) === digits)
