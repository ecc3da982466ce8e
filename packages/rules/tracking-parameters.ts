/**
 * The parameters that links carry along: p, pi, click_id, offer_id, splash6 (ROUTE-44 to ROUTE-46). An invalid
 * value is ignored, never cut to fit.
 */
import type { Tracking } from "@foldcast/contracts/stream/visit"

const ALPHANUMERIC = /^[A-Za-z0-9]{1,64}$/u
const ALPHANUMERIC_HYPHEN = /^[A-Za-z0-9-]{1,64}$/u
const MAX_ID_LENGTH = 255

const accepted = (value: string | null, isAcceptable: (value: string) => boolean) =>
  value !== null && isAcceptable(value) ? value : undefined

const isId = (value: string) => value.length >= 1 && value.length <= MAX_ID_LENGTH

export const trackingOf = (query: URLSearchParams): Tracking => {
  const p = accepted(query.get("p"), (value) => ALPHANUMERIC.test(value))
  const pi = accepted(query.get("pi"), (value) => ALPHANUMERIC_HYPHEN.test(value))
  const clickId = accepted(query.get("click_id"), isId)
  const offerId = accepted(query.get("offer_id"), isId)
  return {
    ...(p !== undefined && { p }),
    ...(pi !== undefined && { pi }),
    ...(clickId !== undefined && { click_id: clickId }),
    ...(offerId !== undefined && { offer_id: offerId }),
    ...(query.get("splash6") === "true" && { splash6: "true" }),
  }
}

/** The parameters as a link carries them: `?p=x&splash6=true`, or nothing. */
export const trackingQuery = (tracking: Tracking): string => {
  const query = new URLSearchParams(Object.entries(tracking)).toString()
  return query === "" ? "" : `?${query}`
}
