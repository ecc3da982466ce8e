/**
 * What the gateway knows of a visit by the facts that it was told: whether its age was checked, and which of its
 * payment sessions have no known end, the ones to ask about after an interruption (UA10). Never stored; after a
 * restart the payments are read from the log.
 */
import type { Event } from "@foldcast/contracts/stream/event"

/**
 * How many of a visit's payments are asked about: the newest. Whoever opens more has left the others, and
 * would have every attach ask for all of them; if one is paid after all, its event and the balance tell it.
 */
export const MAX_OPEN_PAYMENTS = 5

type Told = Iterable<{ readonly event: Event }>

/** One fact's effect on a visit's open payment sessions. */
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

export class VisitProjection {
  #openPayments: Set<string> | null
  #isAgeVerified: boolean

  private constructor(openPayments: Set<string> | null, isAgeVerified: boolean) {
    this.#openPayments = openPayments
    this.#isAgeVerified = isAgeVerified
  }

  static ofNewVisit(isAgeVerified: boolean): VisitProjection {
    return new VisitProjection(new Set(), isAgeVerified)
  }

  /** Of a visit whose log was not read: that the age was checked is told again at worst, which says nothing new. */
  static ofRestoredVisit(): VisitProjection {
    return new VisitProjection(null, false)
  }

  get isAgeVerified(): boolean {
    return this.#isAgeVerified
  }

  /** Their sessions, the newest last; null until the log was read for them. */
  get openPayments(): ReadonlySet<string> | null {
    return this.#openPayments
  }

  /** Facts as they pass. Payments whose log was not read yet are left for that reading. */
  apply(told: Told): void {
    const open = this.#openPayments
    for (const { event } of told) {
      if (event._tag === "AgeVerified") this.#isAgeVerified = true
      if (open !== null) trackPayment(open, event)
    }
  }

  /** As its log says, read from the beginning with `trackPayment`. */
  paymentsRead(open: Set<string>): void {
    this.#openPayments = open
  }
}
