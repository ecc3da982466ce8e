/**
 * Visits allotted to a page and not yet attached. They are only in memory, so a crawler leaves no trace
 * (docs/protocol.md, "Visits, owners, tabs"): for 2 minutes, at most 10,000, the oldest are dropped first.
 */
import type { VisitId } from "@foldcast/contracts/ids"
import type { UnnumberedEnvelope } from "@foldcast/contracts/stream/envelope"
import type { OwnerId, VisitHeader } from "../log/visit-header.ts"

/** A page's visit; its tab is known only when the browser attaches. */
export interface PendingPage extends Omit<VisitHeader, "tab"> {
  readonly events: ReadonlyArray<UnnumberedEnvelope>
}

/** Milliseconds until a page's visit expires. */
export const PENDING_MS = 120_000
/** The most pages that wait at the same time. */
export const MAX_PENDING = 10_000

export class PendingPages {
  /** In the order of their allotment, which is the order of their expiry. */
  readonly #pages = new Map<VisitId, PendingPage>()

  get size(): number {
    return this.#pages.size
  }

  add(page: PendingPage): void {
    this.#expire(page.at)
    if (this.#pages.size >= MAX_PENDING) {
      const oldest = this.#pages.keys().next()
      if (oldest.done !== true) this.#pages.delete(oldest.value)
    }
    this.#pages.set(page.visit, page)
  }

  /** The page's visit, if it was allotted to this owner and has not expired. */
  peek(visit: VisitId, owner: OwnerId, now: number): PendingPage | undefined {
    this.#expire(now)
    const page = this.#pages.get(visit)
    return page?.owner === owner ? page : undefined
  }

  /** As `peek`, and removes the visit. */
  take(visit: VisitId, owner: OwnerId, now: number): PendingPage | undefined {
    const page = this.peek(visit, owner, now)
    if (page !== undefined) this.#pages.delete(visit)
    return page
  }

  dropOwner(owner: OwnerId): void {
    for (const [visit, page] of this.#pages) if (page.owner === owner) this.#pages.delete(visit)
  }

  #expire(now: number): void {
    for (const [visit, { at }] of this.#pages) {
      if (now - at <= PENDING_MS) return
      this.#pages.delete(visit)
    }
  }
}
