/** Facts of a guest's call by phone, and the script of a gateway that offers one. */
import type { Command } from "@foldcast/contracts/commands/command"
import { type CallState, countriesFrom, type DialInCountry } from "@foldcast/contracts/phone"
import type { Event, EventOf } from "@foldcast/contracts/stream/event"
import type { Device, Locale } from "@foldcast/contracts/units"
import { type Answers, NOW } from "./scripted-gateway.fixture.ts"
import { started } from "./visit-facts.fixture.ts"

const session = "ivr-0001"

const NUMBERS: Readonly<Record<DialInCountry, readonly [shown: string, called: string]>> = {
  NL: ["0906 - 123 4567", "+319061234567"],
  BE: ["0907 12 345", "+3290712345"],
  DE: ["0900 5 123456", "+499005123456"],
}

/** A start is charged in the Netherlands alone, and a Belgian call ends after ten minutes. */
const COSTS = {
  NL: { tariffCents: 80, startCents: 5, maxCents: 4_805 },
  BE: { tariffCents: 80, maxCents: 800 },
  DE: { tariffCents: 80, maxCents: 4_800 },
} as const

export const numbersListed = (
  ...countries: ReadonlyArray<DialInCountry>
): EventOf<"DialInNumbersListed"> => ({
  _tag: "DialInNumbersListed",
  numbers: countries.map((country) => ({
    country,
    number: NUMBERS[country][0],
    ...COSTS[country],
  })),
})

export const ivrOpened = (
  country: DialInCountry = "NL",
  changed: Partial<EventOf<"IvrSessionOpened">> = {},
): EventOf<"IvrSessionOpened"> => ({
  _tag: "IvrSessionOpened",
  session,
  displayNumber: NUMBERS[country][0],
  calledNumber: NUMBERS[country][1],
  country,
  ...COSTS[country],
  expiresAt: NOW + 60_000,
  ...changed,
})

export const dialInStarted: Event = {
  _tag: "DialInStarted",
  session,
  username: "anon1234567",
}

export const callTold = (state: CallState, seconds?: number, cents?: number): Event => ({
  _tag: "DialInStateChanged",
  session,
  state,
  ...(seconds !== undefined && { seconds }),
  ...(cents !== undefined && { cents }),
})

export const caller = (locale: Locale = "nl", device: Device = "desktop"): ReadonlyArray<Event> => [
  { ...(started(locale) as EventOf<"VisitStarted">), device },
]

/** The right PIN is 4711. */
export const RIGHT_PIN = "4711"

/** A gateway that knows in which country the visitor is. */
export const callAnswersIn = (country: DialInCountry): Answers =>
  callAnswers((command) => {
    switch (command._tag) {
      case "ListDialInNumbers":
        return [numbersListed(...countriesFrom(country))]
      case "OpenIvrSession":
        return [ivrOpened(command.country ?? country)]
      default:
        return undefined
    }
  })

/** A service with numbers and an IVR, whose calls wait to be connected. */
export const callAnswers =
  (own: (command: Command) => ReadonlyArray<Event> | undefined = () => undefined): Answers =>
  (command) => {
    const events = own(command)
    if (events !== undefined) return events
    switch (command._tag) {
      case "ListDialInNumbers":
        return [numbersListed("NL", "BE", "DE")]
      case "OpenIvrSession":
        return [ivrOpened(command.country)]
      case "StartDialIn":
        return command.pin === RIGHT_PIN
          ? [dialInStarted]
          : [{ _tag: "DialInRefused", label: "badRequest.pincode" }]
      case "CheckDialIn":
        return []
      case "EndDialIn":
        return [callTold("ended", 192, 256)]
      default:
        return undefined
    }
  }
