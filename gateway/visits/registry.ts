/**
 * Who is live: the visits whose logs still receive facts, connected or gone for less than the resume
 * window. Held in memory; refilled from the log when the gateway starts.
 *
 * Invariants: a live visit's `head` is the last durable position; it is found under exactly one owner and at most
 * one member; at most one outbox is attached to it.
 */
import { Context, Layer, Semaphore } from "effect"
import type { MemberId, VisitId } from "@foldcast/contracts/ids"
import type { OwnerId, VisitHeader, VisitRecord } from "../log/visit-header.ts"
import type { Outbox } from "./outbox.ts"

export interface LiveVisit extends Omit<VisitHeader, "member"> {
  member: MemberId | null
  head: number
  /** The highest client fact stored. */
  n: number
  /** The lowest `after` that the next client fact may have; 0 where nobody knows what was stored. */
  factsAfter: number
  /** One message of client facts after the other: each is judged by what is stored before it. */
  readonly storing: Semaphore.Semaphore
  outbox: Outbox | null
  /** What its document proves itself by, told with its first stream; null until one was told. */
  key: string | null
  /** When its connection ended, in monotonic milliseconds; null while connected. */
  goneSince: number | null
  /** It began while the upstream was silent: the member's profile is still to come. */
  lacksProfile: boolean
  /** It was told that the visitor's age was checked. */
  knowsAge: boolean
  /** It is known from its log: it began before its gateway was away. */
  readonly isRestored: boolean
  /** The newest payment sessions opened here whose end is not known; null until the log was read for them. */
  openPayments: Set<string> | null
  /** Whether its payments are being asked about, and whether once more is due after that. */
  asksPayments: "no" | "now" | "again"
  /** The visit that its browser had asked for, where this one was begun in its place. */
  replaces: string | null
}

const NONE: ReadonlySet<LiveVisit> = new Set()

const index = <Key>(map: Map<Key, Set<LiveVisit>>, key: Key, visit: LiveVisit) => {
  const set = map.get(key)
  if (set === undefined) map.set(key, new Set([visit]))
  else set.add(visit)
}

const unindex = <Key>(map: Map<Key, Set<LiveVisit>>, key: Key, visit: LiveVisit) => {
  const set = map.get(key)
  if (set === undefined) return
  set.delete(visit)
  if (set.size === 0) map.delete(key)
}

export class VisitTable {
  readonly #visits = new Map<VisitId, LiveVisit>()
  readonly #byOwner = new Map<OwnerId, Set<LiveVisit>>()
  readonly #byMember = new Map<MemberId, Set<LiveVisit>>()

  get size(): number {
    return this.#visits.size
  }

  get(visit: VisitId): LiveVisit | undefined {
    return this.#visits.get(visit)
  }

  /** Whether this visit still receives facts. */
  isLive(visit: LiveVisit): boolean {
    return this.#visits.get(visit.visit) === visit
  }

  all(): Iterable<LiveVisit> {
    return this.#visits.values()
  }

  members(): Iterable<MemberId> {
    return this.#byMember.keys()
  }

  ofOwner(owner: OwnerId): ReadonlySet<LiveVisit> {
    return this.#byOwner.get(owner) ?? NONE
  }

  ofMember(member: MemberId): ReadonlySet<LiveVisit> {
    return this.#byMember.get(member) ?? NONE
  }

  /** A visit that begins now: its log holds nothing yet that was delivered. */
  begin(
    header: VisitHeader,
    head: number,
    now: number,
    { lacksProfile = false, knowsAge = false } = {},
  ): LiveVisit {
    return this.#insert({
      ...header,
      head,
      n: 0,
      outbox: null,
      key: null,
      // A page may have waited before its first touch.
      goneSince: now,
      lacksProfile,
      knowsAge,
      isRestored: false,
      openPayments: new Set(),
      asksPayments: "no",
      replaces: null,
    })
  }

  /** A visit known from the log, after a restart. */
  restore(record: VisitRecord, now: number): LiveVisit {
    const { ended: _ended, lastEventAt: _last, ...header } = record
    return this.#insert({
      ...header,
      outbox: null,
      key: null,
      goneSince: now,
      lacksProfile: false,
      // Told again at worst, which says nothing new.
      knowsAge: false,
      isRestored: true,
      openPayments: null,
      asksPayments: "no",
      replaces: null,
    })
  }

  #insert(begun: Omit<LiveVisit, "factsAfter" | "storing">): LiveVisit {
    const visit: LiveVisit = { ...begun, factsAfter: 0, storing: Semaphore.makeUnsafe(1) }
    this.#visits.set(visit.visit, visit)
    index(this.#byOwner, visit.owner, visit)
    if (visit.member !== null) index(this.#byMember, visit.member, visit)
    return visit
  }

  assignMember(visit: LiveVisit, member: MemberId): void {
    if (visit.member !== null) unindex(this.#byMember, visit.member, visit)
    visit.member = member
    index(this.#byMember, member, visit)
  }

  remove(visit: LiveVisit): void {
    if (!this.#visits.delete(visit.visit)) return
    unindex(this.#byOwner, visit.owner, visit)
    if (visit.member !== null) unindex(this.#byMember, visit.member, visit)
  }

  /** Visits gone since before `before`: they can no longer be resumed. */
  goneSinceBefore(before: number): ReadonlyArray<LiveVisit> {
    return [...this.#visits.values()].filter(
      ({ goneSince }) => goneSince !== null && goneSince < before,
    )
  }
}

export class Visits extends Context.Service<Visits, VisitTable>()("gateway/Visits") {
  static readonly layer = Layer.sync(Visits, () => new VisitTable())
}
