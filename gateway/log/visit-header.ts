/** What is known of a visit beside its events: what it began with, and how far its log has come. */
import type { Epoch, MemberId, TabId, VisitId } from "@foldcast/contracts/ids"
import type { Tracking } from "@foldcast/contracts/stream/visit"
import type { Device, Locale } from "@foldcast/contracts/units"

/** The stable name of a session's owner; never the cookie's value, which changes at log-in. */
export type OwnerId = string & { readonly OwnerId: unique symbol }

export interface VisitHeader {
  readonly visit: VisitId
  /** The log's current epoch when the visit began; the visit keeps it. */
  readonly epoch: Epoch
  readonly tab: TabId
  readonly owner: OwnerId
  readonly member: MemberId | null
  readonly locale: Locale
  readonly brand: string
  readonly device: Device
  readonly noNude: boolean
  readonly tracking: Tracking
  /** Whether the visit began with a page, or replaced one that could not be resumed. */
  readonly base: "page" | "reset"
  readonly at: number
}

export interface VisitRecord extends VisitHeader {
  /** The last position; 0 is impossible, a visit begins with an event. */
  readonly head: number
  /** The highest client fact stored; 0 before the first. */
  readonly n: number
  readonly lastEventAt: number
  /** `LoggedOut` closed the visit, or damage was found in it: it can never be attached again. */
  readonly ended: boolean
}
