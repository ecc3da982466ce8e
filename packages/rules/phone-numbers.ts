/**
 * Which premium numbers may be called for adult entertainment in the countries of paying by phone, what a minute may
 * cost there at most, and after how long such a call has to end. Pure.
 *
 * - Netherlands: entertainment of an erotic kind has 0906. 0909 is amusement and 0900 information; payment by the minute
 *   for entertainment is for 0906 alone (ACM, policy rule of 8 December 2017, articles 2 and 3,
 *   https://wetten.overheid.nl/BWBR0040319). We know of no highest tariff in law.
 * - Belgium: content for adults has 0906, at most € 1.00 a minute, and 0907, at most € 2.00; calls that are paid by the
 *   minute end after ten minutes (royal decree of 27 April 2007 on the numbering plan,
 *   https://www.telethicom.be/nl/veelgestelde-vragen/maximumtarieven). Both are paid by the minute alone.
 * - Germany: premium services have 0900; entertainment for adults is 0900-5 by the custom of the trade. A minute costs
 *   € 3.00 at most, and a price of two parts has rules of its own, so none is offered (Telekommunikationsgesetz of 2021,
 *   https://dejure.org/gesetze/TKG/112.html); a call that is paid by time is disconnected after 60 minutes
 *   (https://dejure.org/gesetze/TKG/113.html).
 */
import type { DialInCountry } from "@foldcast/contracts/phone"

interface PrefixRule {
  readonly country: DialInCountry
  /** The digits that a number begins with, as it is dialled inside the country. */
  readonly prefix: string
  /** Only `adult` may be offered. */
  readonly kind: "adult" | "amusement" | "information" | "other"
  /** Euro cents of a minute; null: the law that we know names none. */
  readonly maxTariffCents: number | null
  /** Minutes; null: the law that we know names none. */
  readonly maxMinutes: number | null
  /** Whether a start tariff may be charged beside the minutes. */
  readonly mayChargeStart: boolean
}

const free = { maxTariffCents: null, maxMinutes: null, mayChargeStart: true }
const belgian = { country: "BE", kind: "adult", maxMinutes: 10, mayChargeStart: false } as const
const german = {
  country: "DE",
  maxTariffCents: 300,
  maxMinutes: 60,
  mayChargeStart: false,
} as const

export const PREFIX_RULES: ReadonlyArray<PrefixRule> = [
  { country: "NL", prefix: "0906", kind: "adult", ...free },
  { country: "NL", prefix: "0909", kind: "amusement", ...free },
  { country: "NL", prefix: "0900", kind: "information", ...free },
  { ...belgian, prefix: "0906", maxTariffCents: 100 },
  { ...belgian, prefix: "0907", maxTariffCents: 200 },
  { ...german, prefix: "09005", kind: "adult" },
  { ...german, prefix: "0900", kind: "other" },
]

const CALLING_CODES: Readonly<Record<DialInCountry, string>> = { NL: "31", BE: "32", DE: "49" }

/** A number has its prefix and so many digits behind it, at least and at most. */
const SUBSCRIBER_DIGITS = { least: 3, most: 10 }

/** The digits as they are dialled inside the country, whatever stands between them; empty where it is no number. */
export const nationalDigits = (country: DialInCountry, number: string): string => {
  if (!/^\+?[\d\s().\-/]+$/u.test(number)) return ""
  const digits = number.replaceAll(/\D/gu, "")
  const code = CALLING_CODES[country]
  if (number.trimStart().startsWith("+"))
    return digits.startsWith(code) ? `0${digits.slice(code.length)}` : ""
  return digits.startsWith(`00${code}`) ? `0${digits.slice(code.length + 2)}` : digits
}

/** Whether both spellings are dialled alike; false where one is no number. */
export const isSameNumber = (country: DialInCountry, one: string, other: string): boolean => {
  const digits = nationalDigits(country, one)
  return digits !== "" && digits === nationalDigits(country, other)
}

/** The longest prefix is the number's. */
const ruleOf = (country: DialInCountry, number: string): PrefixRule | null => {
  const digits = nationalDigits(country, number)
  const found = PREFIX_RULES.filter(
    (rule) => rule.country === country && digits.startsWith(rule.prefix),
  ).toSorted((a, b) => b.prefix.length - a.prefix.length)[0]
  if (found === undefined) return null
  const rest = digits.length - found.prefix.length
  return rest >= SUBSCRIBER_DIGITS.least && rest <= SUBSCRIBER_DIGITS.most ? found : null
}

export interface OfferedNumber {
  readonly country: DialInCountry
  readonly number: string
  /** Euro cents of a minute. */
  readonly tariffCents: number
  /** Euro cents of the start; absent or 0: nothing is charged for it. */
  readonly startCents?: number
}

/**
 * `prefix`: no premium number of that country. `kind`: one that is not for adult entertainment. `tariff`: a minute costs
 * nothing, or more than it may. `start`: a start tariff is not allowed there.
 */
export type PhoneNumberFault = "prefix" | "kind" | "tariff" | "start"

/** Null: the number may be offered at this tariff. */
export const phoneNumberFault = ({
  country,
  number,
  tariffCents,
  startCents = 0,
}: OfferedNumber): PhoneNumberFault | null => {
  const rule = ruleOf(country, number)
  if (rule === null) return "prefix"
  if (rule.kind !== "adult") return "kind"
  if (tariffCents <= 0 || (rule.maxTariffCents ?? tariffCents) < tariffCents) return "tariff"
  return startCents > 0 && !rule.mayChargeStart ? "start" : null
}

/** Minutes after which a call to this number has to end; null: none that we know. */
export const longestCallMinutes = (country: DialInCountry, number: string): number | null =>
  ruleOf(country, number)?.maxMinutes ?? null
