/**
 * Which payment sessions of a visit have no known end: the ones to ask about after an interruption (UA10).
 * Derived from the visit's own facts, as they pass or from its log; never stored.
 */
import type { Event } from "@foldcast/contracts/stream/event"
import type { LiveVisit } from "./registry.ts"

/** One fact's effect on a visit's open sessions. */
export const followPayment = (open: Set<string>, event: Event): void => {
  switch (event._tag) {
    case "PaymentSessionOpened":
      open.add(event.sessionId)
      break
    case "BundleBought":
    case "PaymentFailed":
      open.delete(event.sessionId)
      break
    default:
  }
}

/** Follows facts as they pass. A visit whose log was not read yet is left for that reading. */
export const followPayments = (
  visit: LiveVisit,
  envelopes: ReadonlyArray<{ readonly event: Event }>,
): void => {
  const open = visit.openPayments
  if (open !== null) for (const { event } of envelopes) followPayment(open, event)
}
