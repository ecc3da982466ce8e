/**
 * The gateway's own projection of a visit: whether the age was checked, and which payment sessions have no known
 * end and are asked about after an interruption (UA10). Never stored; after a restart the payments are read from
 * the log.
 */
import type { Event } from "@foldcast/contracts/stream/event"

/**
 * The most payments of a visit that are asked about: the newest. A member who opens more has abandoned the others,
 * and each attach would ask for all of them. If an abandoned one is paid after all, its event and the balance say
 * so.
 */
export const MAX_OPEN_PAYMENTS = 5

type Told = Iterable<{ readonly event: Event }>

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

  /** The state of a visit whose log was not read. At worst `AgeVerified` is sent again, which changes nothing. */
  static ofRestoredVisit(): VisitProjection {
    return new VisitProjection(null, false)
  }

  get isAgeVerified(): boolean {
    return this.#isAgeVerified
  }

  /** The open payment sessions, newest last; null until they are read from the log. */
  get openPayments(): ReadonlySet<string> | null {
    return this.#openPayments
  }

  /** Applies new facts. Open payments are tracked only once they were read from the log. */
  apply(told: Told): void {
    const open = this.#openPayments
    for (const { event } of told) {
      if (event._tag === "AgeVerified") this.#isAgeVerified = true
      if (open !== null) trackPayment(open, event)
    }
  }

  /** Sets the open payments, folded from the whole log with `trackPayment`. */
  paymentsRead(open: Set<string>): void {
    this.#openPayments = open
  }
}
