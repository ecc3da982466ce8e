/** Words and figures of paying by a phone call, without schemas, so that a page can name them. */

/** Where a number can be called. Source: DIALIN-30. */
export const DIAL_IN_COUNTRIES = ["NL", "BE", "DE"] as const
export type DialInCountry = (typeof DIAL_IN_COUNTRIES)[number]

/** `first`, where there is one, and the others in their order. Source: DIALIN-31. */
export const countriesFrom = (
  first: DialInCountry | null | undefined,
): ReadonlyArray<DialInCountry> => [
  ...(first === null || first === undefined ? [] : [first]),
  ...DIAL_IN_COUNTRIES.filter((country) => country !== first),
]

/** The digits that the caller hears and types. Source: DIALIN-26. */
export const PIN_LENGTH = 4

/** Source: DIALIN-10; `in-call` is read as `in_call`. */
export const CALL_STATES = ["pending", "in_call", "ended", "expired"] as const
export type CallState = (typeof CALL_STATES)[number]

/** Euro cents per minute where the service names no tariff. Source: DIALIN-06. */
export const DEFAULT_TARIFF_CENTS = 80
/** Seconds in which a PIN may be typed. Source: DIALIN-06. */
export const DEFAULT_IVR_SECONDS = 60

/** Seven digits follow. Source: DIALIN-01. */
export const CALLER_PREFIX = "anon"

/** No call with this PIN waits at the number that the visitor was shown. */
export const WRONG_PIN_LABEL = "badRequest.pincode"
/** The IVR session is unknown, or has expired. Source: ERR-15. */
export const NO_IVR_SESSION_LABEL = "notFound.session"
