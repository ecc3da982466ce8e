/** Reads PHONE_NUMBERS: `NL:0906-1234:80,BE:0907-12345:100`. Which of them may be offered is no question of form. Pure. */
import { listOf, type Reader, wholeNumber } from "./readers.ts"

export interface PhoneNumberSetting {
  /** Two capitals. */
  readonly country: string
  /** As it is shown. */
  readonly number: string
  /** Euro cents of a minute. */
  readonly tariffCents: number
  /** Euro cents, once; 0: nothing. */
  readonly startCents: number
}

const cents = wholeNumber(0, 100_000)

const phoneNumber: Reader<PhoneNumberSetting> = (text) => {
  const [, country, number, tariff = "", start = "0"] =
    /^([A-Z]{2}):(\+?\d[\d\s().\-/]{2,30}):(\d+)(?::(\d+))?$/u.exec(text) ?? []
  const [tariffCents, startCents] = [cents(tariff), cents(start)]
  return country === undefined ||
    number === undefined ||
    tariffCents === undefined ||
    startCents === undefined
    ? undefined
    : { country, number, tariffCents, startCents }
}

/** `none` is the empty list. */
export const phoneNumbers: Reader<ReadonlyArray<PhoneNumberSetting>> = (text) =>
  text === "none" ? [] : listOf(phoneNumber)(text)

/** Development's: numbers that only the simulated provider has. */
export const DEVELOPMENT_PHONE_NUMBERS: ReadonlyArray<PhoneNumberSetting> = [
  { country: "NL", number: "0906-0000", tariffCents: 80, startCents: 0 },
  { country: "BE", number: "0907-00000", tariffCents: 100, startCents: 0 },
  { country: "DE", number: "0900-5 000000", tariffCents: 100, startCents: 0 },
]
