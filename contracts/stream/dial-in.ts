/**
 * Facts of paying by a phone call. A caller is a guest, so the facts go to the visits of the browser. Money is euro
 * cents: a tariff is for a minute, the start is charged once.
 */
import { Schema } from "effect"
import { IvrSessionId, Label } from "../ids.ts"
import { CALL_STATES, DIAL_IN_COUNTRIES } from "../phone.ts"
import { drop, keep, standIn, token } from "../sensitivity.ts"
import { Cents, EpochMillis } from "../units.ts"
import { fact } from "./fact.ts"

const session = token(IvrSessionId, standIn("ivr"))
const country = keep(Schema.Literals(DIAL_IN_COUNTRIES))
const number = keep(Schema.String.check(Schema.isBetweenLength(3, 32)))

/** What the law wants to stand beside a number. */
const costs = {
  tariffCents: keep(Cents),
  /** Absent: nothing is charged for the start. */
  startCents: Schema.optionalKey(keep(Cents)),
  /** The most that one call can cost; absent where the service does not say. */
  maxCents: Schema.optionalKey(keep(Cents)),
}

export const DialInNumber = Schema.Struct({ country, number, ...costs })
export type DialInNumber = typeof DialInNumber.Type

/** The visitor's own country first, where it is known (DIALIN-31). */
export const DialInNumbersListed = fact("DialInNumbersListed", "owner", {
  numbers: Schema.Array(DialInNumber),
})

export const ivrSession = {
  session,
  /** For a `tel:` link. */
  calledNumber: number,
  displayNumber: number,
  country,
  ...costs,
  expiresAt: keep(EpochMillis),
}
export const IvrSessionOpened = fact("IvrSessionOpened", "owner", ivrSession)

/** The PIN was accepted; `username` is what the caller is called in rooms. */
export const DialInStarted = fact("DialInStarted", "owner", {
  session,
  username: drop(Schema.String.check(Schema.isBetweenLength(1, 32)), "anon0000000"),
})
export const DialInRefused = fact("DialInRefused", "visit", { label: keep(Label) })

/** `seconds` and `cents`: of the whole call so far; absent where the service does not say. */
export const DialInStateChanged = fact("DialInStateChanged", "owner", {
  session,
  state: keep(Schema.Literals(CALL_STATES)),
  seconds: Schema.optionalKey(
    keep(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))),
  ),
  cents: Schema.optionalKey(keep(Cents)),
})

export const dialInFacts = [
  DialInNumbersListed,
  IvrSessionOpened,
  DialInStarted,
  DialInRefused,
  DialInStateChanged,
] as const
