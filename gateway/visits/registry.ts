/**
 * The live visits: those whose logs still receive facts, attached to a stream or detached for less than the resume
 * window. Held in memory; refilled from the log when the gateway starts.
 *
 * Invariants: a live visit's `head` is the last durable position; it is found under exactly one owner and at most
 * one member; at most one outbox is attached to it.
 */
import { Context, Layer, Semaphore } from "effect"
import type { MemberId, VisitId } from "@foldcast/contracts/ids"
import type { OwnerId, VisitHeader, VisitRecord } from "../log/visit-header.ts"
import type { Recipient } from "../upstream/frame.ts"
import type { Outbox } from "./outbox.ts"
import { VisitProjection } from "./visit-projection.ts"

/** Whether a stream delivers the visit's facts now. */
export type AttachState =
  /** `since`: when its connection ended, or when its page was made; in monotonic milliseconds. */
  | { readonly _tag: "Detached"; readonly since: number }
  | { readonly _tag: "Attached"; readonly outbox: Outbox }

export interface LiveVisit extends Omit<VisitHeader, "member"> {
  member: MemberId | null
  /** The last durable position. */
  head: number
  attachment: AttachState
  /** The key of its document, from its first stream; null before that or where none was sent. */
  key: string | null
  /** The highest number of a stored client fact. */
  n: number
  /** The lowest `after` that the next client fact may have; 0 where it is not known, as after a restart. */
  factsAfter: number
  /** A lock: messages of client facts are stored one at a time, since each is checked against what is stored. */
  readonly storing: Semaphore.Semaphore
  /** The gateway's own state of the visit, folded from its facts. */
  readonly projection: VisitProjection
  /** The visit began without the member's profile, since the upstream was silent. */
  readonly beganWithoutProfile: boolean
  /** The visit that the browser asked for and that this one replaces. */
  readonly replaces: string | null
  /** The visit was restored from its log after a restart. */
  readonly isRestored: boolean
}

/** Null while no stream is attached. */
export const outboxOf = ({ attachment }: LiveVisit): Outbox | null =>
  attachment._tag === "Attached" ? attachment.outbox : null

export const recipientOf = ({ visit, owner, member }: LiveVisit): Recipient => ({
  visit,
  owner,
  member,
})

/** Milliseconds since it was detached; null while a stream is attached. `now` is monotonic. */
export const detachedFor = ({ attachment }: LiveVisit, now: number): number | null =>
  attachment._tag === "Detached" ? now - attachment.since : null

interface NewVisitTraits {
  readonly lacksProfile?: boolean
  readonly isAgeVerified?: boolean
  readonly replaces?: string | null
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

  /** Adds a visit that begins now: none of its events was delivered yet. */
  begin(
    header: VisitHeader,
    head: number,
    now: number,
    { lacksProfile = false, isAgeVerified = false, replaces = null }: NewVisitTraits = {},
  ): LiveVisit {
    return this.#insert({
      ...header,
      head,
      n: 0,
      // A page may have waited before its browser attached.
      attachment: { _tag: "Detached", since: now },
      projection: VisitProjection.ofNewVisit(isAgeVerified),
      beganWithoutProfile: lacksProfile,
      replaces,
      isRestored: false,
    })
  }

  /** Adds a visit from the log, after a restart. */
  restore(record: VisitRecord, now: number): LiveVisit {
    const { ended: _ended, lastEventAt: _last, ...visit } = record
    return this.#insert({
      ...visit,
      attachment: { _tag: "Detached", since: now },
      projection: VisitProjection.ofRestoredVisit(),
      beganWithoutProfile: false,
      replaces: null,
      isRestored: true,
    })
  }

  #insert(begun: Omit<LiveVisit, "factsAfter" | "storing" | "key">): LiveVisit {
    const visit: LiveVisit = {
      ...begun,
      key: null,
      factsAfter: 0,
      storing: Semaphore.makeUnsafe(1),
    }
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

  /** Visits detached for longer than this, which can no longer be resumed. */
  detachedLongerThan(windowMs: number, now: number): ReadonlyArray<LiveVisit> {
    return [...this.#visits.values()].filter((visit) => (detachedFor(visit, now) ?? 0) > windowMs)
  }
}

export class Visits extends Context.Service<Visits, VisitTable>()("gateway/Visits") {
  static readonly layer = Layer.sync(Visits, () => new VisitTable())
}
