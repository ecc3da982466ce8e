/**
 * Answers and events about paying by phone → facts. Tariffs become euro cents, and states the contract's words. Pure.
 */
import {
  CALL_STATES,
  type CallState,
  DEFAULT_IVR_SECONDS,
  DEFAULT_TARIFF_CENTS,
  countriesFrom,
  DIAL_IN_COUNTRIES,
  type DialInCountry,
} from "@foldcast/contracts/phone"
import type { DialInNumber } from "@foldcast/contracts/stream/dial-in"
import type { Event } from "@foldcast/contracts/stream/event"
import { MAX_CENTS } from "@foldcast/contracts/units"
import type { MemberApiBody } from "@foldcast/contracts/upstream/member-api-calls"

type UpstreamTariff = string | number

/** 0 where it is no amount: its number is not offered (DIALIN-33). */
export const tariffCentsOf = (tariff: UpstreamTariff | undefined): number => {
  if (tariff === undefined) return DEFAULT_TARIFF_CENTS
  const euros = typeof tariff === "number" ? tariff : Number(tariff.trim().replace(",", ".") || "-")
  const cents = Math.round(euros * 100)
  return Number.isFinite(cents) && cents >= 0 && cents <= MAX_CENTS ? cents : 0
}

/** In either case; undefined for every other country. */
export const dialInCountryOf = (code: string | null | undefined): DialInCountry | undefined =>
  DIAL_IN_COUNTRIES.find((country) => country === code?.toUpperCase())

const costsOf = ({ start, maximum }: { readonly start?: number; readonly maximum?: number }) => ({
  ...(start !== undefined && { startCents: start }),
  ...(maximum !== undefined && { maxCents: maximum }),
})

/** In the countries that the site knows, in their order; `own` stands before them. */
export const dialInNumbers = (
  answer: MemberApiBody<"GET /payment/dial-in">,
  own: DialInCountry | undefined,
): ReadonlyArray<DialInNumber> =>
  countriesFrom(own).flatMap((country) => {
    const option = answer.find(({ id }) => dialInCountryOf(id) === country)?.options[0]
    if (option === undefined) return []
    const { number, tariff } = option
    return [{ country, number, tariffCents: tariffCentsOf(tariff), ...costsOf(option) }]
  })

export const ivrSessionOpened = (
  answer: MemberApiBody<"GET /payment/ivr">,
  now: number,
): Extract<Event, { readonly _tag: "IvrSessionOpened" }> => ({
  _tag: "IvrSessionOpened",
  session: answer.session,
  calledNumber: answer.callednumber,
  displayNumber: answer.displaynumber,
  tariffCents: tariffCentsOf(answer.tariff),
  ...costsOf(answer),
  expiresAt: now + (answer.ttl ?? DEFAULT_IVR_SECONDS) * 1_000,
  country: dialInCountryOf(answer.flag) ?? "NL",
})

/** Undefined for a state that nobody knows. Both spellings of a running call are read (DIALIN-10). */
export const callStateOf = (state: string): CallState | undefined =>
  CALL_STATES.find((known) => known === state.replace("-", "_"))

export interface UpstreamCallStatus {
  readonly state: string
  readonly seconds?: number
  readonly cents?: number
}

/** None for an unknown state: what was known stays (DIALIN-16). */
export const dialInStateChanged = (
  session: string,
  { state: told, seconds, cents }: UpstreamCallStatus,
): ReadonlyArray<Extract<Event, { readonly _tag: "DialInStateChanged" }>> => {
  const state = callStateOf(told)
  return state === undefined
    ? []
    : [
        {
          _tag: "DialInStateChanged",
          session,
          state,
          ...(seconds !== undefined && { seconds }),
          ...(cents !== undefined && { cents }),
        },
      ]
}
