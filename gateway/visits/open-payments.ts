/**
 * Which payment sessions of a visit have no known end, the newest few: the ones to ask about after an interruption
 * (UA10). Derived from the visit's own facts, as they pass or from its log; never stored.
 */
import type { Event } from "@foldcast/contracts/stream/event"
import type { LiveVisit } from "./registry.ts"

/**
 * How many of a visit's payments are asked about: the newest. Whoever opens more has left the others, and
 * would have every attach ask for all of them; if one is paid after all, its event and the balance tell it.
 */
export const MAX_OPEN_PAYMENTS = 5

/** One fact's effect on a visit's open sessions. */
export const trackPayment = (open: Set<string>, event: Event): void => {
  switch (event._tag) {
    case "PaymentSessionOpened":
      open.add(event.sessionId)
      for (const oldest of open) {
        if (open.size <= MAX_OPEN_PAYMENTS) break
        open.delete(oldest)
      }
      break
    case "BundleBought":
    case "PaymentFailed":
      open.delete(event.sessionId)
      break
    default:
  }
}

/** Follows facts as they pass. A visit whose log was not read yet is left for that reading. */
export const trackPayments = (
  visit: LiveVisit,
  envelopes: ReadonlyArray<{ readonly event: Event }>,
): void => {
  const open = visit.openPayments
  if (open !== null) for (const { event } of envelopes) trackPayment(open, event)
}
