/**
 * Which tracking parameters of an address count: the five that links carry along, each with its own
 * rule (product spec, section 5; decisions, 24 and 25). What breaks its rule is ignored, never refused.
 */
import { Exit, Schema } from "effect"
import { Tracking } from "@foldcast/contracts/stream/visit"

const NAMES = ["p", "pi", "click_id", "offer_id", "splash6"] as const

const isValid = {
  p: Schema.is(Tracking.fields.p),
  pi: Schema.is(Tracking.fields.pi),
  click_id: Schema.is(Tracking.fields.click_id),
  offer_id: Schema.is(Tracking.fields.offer_id),
  splash6: Schema.is(Tracking.fields.splash6),
} as const

const decode = Schema.decodeUnknownExit(Tracking)

export const trackingOf = (query: URLSearchParams): Tracking => {
  const accepted = NAMES.flatMap((name) => {
    const value = query.get(name)
    return value !== null && isValid[name](value) ? [[name, value] as const] : []
  })
  const tracking = decode(Object.fromEntries(accepted))
  return Exit.isSuccess(tracking) ? tracking.value : {}
}
