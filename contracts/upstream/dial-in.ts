/**
 * Paying by a phone call: numbers, the IVR session, the PIN, the state of the call (UA81, UA82). Tariffs are euro as the
 * upstream writes them, a number or a text such as "0.80"; what is ours is euro cents.
 */
import { Schema } from "effect"
import { Cents } from "../units.ts"

const Name = Schema.String.check(Schema.isBetweenLength(1, 128))
const PhoneNumber = Schema.String.check(Schema.isBetweenLength(3, 32))

/** Per minute; with a text that is no number nothing is offered (DIALIN-33). */
export const UpstreamTariff = Schema.Union([Schema.Finite, Schema.String])

/** Ours: what else the law wants to stand beside a number, in euro cents. */
const costs = {
  /** Charged once. */
  start: Schema.optionalKey(Cents),
  /** The most that one call can cost. */
  maximum: Schema.optionalKey(Cents),
}

/** GET /payment/dial-in?provider= ; `id` is a country code in either case. */
export const DialInNumbersAnswer = Schema.Array(
  Schema.Struct({
    id: Schema.String,
    options: Schema.Array(Schema.Struct({ number: PhoneNumber, tariff: UpstreamTariff, ...costs })),
    image: Schema.optionalKey(Schema.String),
  }),
).annotate({ identifier: "DialInNumbersAnswer" })

/** GET /payment/ivr?fingerprint=&country= with the route basics; `country` is ours. */
export const IvrSessionAnswer = Schema.Struct({
  session: Name,
  callednumber: PhoneNumber,
  displaynumber: PhoneNumber,
  /** Absent: 0.80. */
  tariff: Schema.optionalKey(UpstreamTariff),
  /** Seconds; absent: 60. */
  ttl: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3_600 }))),
  /** Absent: nl. */
  flag: Schema.optionalKey(Schema.String),
  ...costs,
}).annotate({ identifier: "IvrSessionAnswer" })

/**
 * POST /payment/dial-in: the PIN that the caller heard. `session` and `viewer` bind the call to an IVR session and a
 * browser (as PUT chat/set-lobby names one); the same PIN of the same two is accepted again.
 */
export const DialInRequest = Schema.Struct({
  username: Name,
  provider: Name,
  pincode: Schema.String.check(Schema.isBetweenLength(1, 16)),
  session: Name,
  viewer: Name,
  fingerprint: Schema.optionalKey(Schema.String),
  /** The base route parameters (tracking). */
  meta: Schema.Record(Schema.String, Schema.String),
}).annotate({ identifier: "DialInRequest" })
/** `token` is good for this call alone: its room, its state, its end, its events. */
export const DialInAnswer = Schema.Struct({ username: Name, token: Schema.String }).annotate({
  identifier: "DialInAnswer",
})

/** Ours, of the whole call so far: seconds, and euro cents. */
export const callFigures = {
  seconds: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 })),
  ),
  cents: Schema.optionalKey(Cents),
}

/** GET /verify/dial-in?session= , with the call's token. */
export const DialInStateAnswer = Schema.Struct({ state: Schema.String, ...callFigures }).annotate({
  identifier: "DialInStateAnswer",
})
