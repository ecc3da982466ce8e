/**
 * The site's state while entries are folded into it. It copies the site once, at the first slice that changes, and
 * the visit once, for its position; so many entries cost one copy of each, and everything else keeps its identity.
 *
 * Invariants: the state before is never written to; the draft writes only to the two copies it made.
 */
import type { SiteState, SliceName, VisitState } from "./site-state.ts"

type Writable<T> = { -readonly [K in keyof T]: T[K] }

export class Draft {
  /** The current state. Its object stays the same while entries are folded, so handlers must not keep it. */
  site: SiteState
  readonly #before: SiteState
  #ownVisit: Writable<VisitState> | null = null

  constructor(site: SiteState) {
    this.site = site
    this.#before = site
  }

  /** For a slice that changed: one that is set unchanged costs the site its identity. */
  set<Name extends SliceName>(name: Name, slice: SiteState[Name]): void {
    const site: { [Each in Name]: SiteState[Each] } = this.#ownSite()
    site[name] = slice
  }

  /** Moves the log's position and time. */
  moveTo(seq: number, at: number): void {
    const { visit } = this.site
    if (visit.seq === seq && visit.at === at) return
    if (visit === this.#ownVisit) {
      this.#ownVisit.seq = seq
      this.#ownVisit.at = at
    } else {
      // Written out member by member: nearly every event copies the visit, and a spread costs the engine a call.
      const { started, resetBy, interrupted, unread, path } = visit
      this.#ownVisit = { started, seq, at, resetBy, interrupted, unread, path }
      this.#ownSite().visit = this.#ownVisit
    }
  }

  #ownSite(): Writable<SiteState> {
    if (this.site === this.#before) this.site = { ...this.site }
    return this.site
  }
}
