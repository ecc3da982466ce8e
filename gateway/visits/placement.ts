/**
 * Assigns facts to the visits that receive them: drops stale answers, makes the envelopes, finds the receivers, and
 * updates the gateway's projections. Holds state and has no I/O.
 *
 * Who receives a fact follows from the scope it was declared with (law L3), or `only` names the visits:
 *
 *   visit  → the visit that asked or joined      owner → all live visits of its owner
 *   member → all live visits of its member
 *
 * Invariant: facts are placed in arrival order; this is the member's mailbox (ADR 0007). The shares are one
 * `append`, so all receive or none.
 */
import type { CommandId, MemberId } from "@foldcast/contracts/ids"
import type { UnnumberedEnvelope } from "@foldcast/contracts/stream/envelope"
import { type Event, FACT_TRAITS } from "@foldcast/contracts/stream/event"
import type { Scope } from "@foldcast/contracts/stream/fact"
import type { SourceName } from "@foldcast/contracts/stream/visit"
import type { IdsShape } from "../ids.ts"
import type { Recipient } from "../upstream/frame.ts"
import { AnswerVersions, type VersionStamp } from "./answer-versions.ts"
import type { AnsweredOptions, FactAuthor } from "./fact-options.ts"
import type { LiveVisit, VisitTable } from "./registry.ts"

export interface SourcedFact {
  /** What support reads: `gateway` where the gateway itself decided or concluded, else the upstream that told it. */
  readonly from: SourceName
  readonly event: Event
}

export const factsFrom = (
  from: SourceName,
  events: ReadonlyArray<Event>,
): ReadonlyArray<SourcedFact> => events.map((event) => ({ from, event }))

export interface VisitFacts {
  readonly visit: LiveVisit
  readonly events: ReadonlyArray<UnnumberedEnvelope>
}

export interface PlacedFacts {
  readonly shares: ReadonlyArray<VisitFacts>
  readonly count: number
}

export const envelop = (
  ids: Pick<IdsShape, "eventId">,
  now: number,
  cause: CommandId | null,
  { from, event }: SourcedFact,
): UnnumberedEnvelope => ({
  id: ids.eventId(now),
  at: now,
  v: FACT_TRAITS[event._tag].v,
  scope: FACT_TRAITS[event._tag].scope,
  src: { from },
  ...(cause !== null && { cause }),
  event,
})

type Lookup = Pick<VisitTable, "get" | "ofOwner" | "ofMember">

const receivers = (visits: Lookup, about: Recipient, scope: Scope): Iterable<LiveVisit> => {
  switch (scope) {
    case "visit": {
      const visit = about.visit === null ? undefined : visits.get(about.visit)
      return visit === undefined ? [] : [visit]
    }
    case "owner":
      return about.owner === null ? [] : visits.ofOwner(about.owner)
    case "member":
      return about.member === null ? [] : visits.ofMember(about.member)
  }
}

/** @internal */
export const fanOut = (
  visits: Lookup,
  about: Recipient,
  envelopes: ReadonlyArray<UnnumberedEnvelope>,
): ReadonlyArray<VisitFacts> => {
  const [only, second] = envelopes
  // The fast path: a single fact has one scope, so all receivers share one list.
  if (only !== undefined && second === undefined) {
    const all = receivers(visits, about, FACT_TRAITS[only.event._tag].scope)
    return Array.from(all, (visit) => ({ visit, events: envelopes }))
  }
  const shares = new Map<LiveVisit, Array<UnnumberedEnvelope>>()
  for (const envelope of envelopes) {
    for (const visit of receivers(visits, about, FACT_TRAITS[envelope.event._tag].scope)) {
      const events = shares.get(visit)
      if (events === undefined) shares.set(visit, [envelope])
      else events.push(envelope)
    }
  }
  return [...shares].map(([visit, events]) => ({ visit, events }))
}

const shareAmong = (
  visits: ReadonlyArray<LiveVisit>,
  envelopes: ReadonlyArray<UnnumberedEnvelope>,
  author: FactAuthor | undefined,
): ReadonlyArray<VisitFacts> =>
  visits.map((visit) => ({
    visit,
    events:
      author?.visit === visit
        ? envelopes.map((envelope) => ({ ...envelope, cause: author.cause }))
        : envelopes,
  }))

export class Placement {
  readonly #visits: VisitTable
  readonly #ids: Pick<IdsShape, "eventId">
  readonly #versions = new AnswerVersions()

  constructor(visits: VisitTable, ids: Pick<IdsShape, "eventId">) {
    this.#visits = visits
    this.#ids = ids
  }

  stamp(member: MemberId): VersionStamp {
    return this.#versions.stamp(member)
  }

  /** Forgets members without a live visit, since no visit would receive the answer. */
  forgetAbsent(): void {
    this.#versions.forget((member) => this.#visits.ofMember(member).size > 0)
  }

  place(
    facts: ReadonlyArray<SourcedFact>,
    about: Recipient,
    options: AnsweredOptions,
    now: number,
  ): PlacedFacts {
    const { asked } = options
    const fresh =
      asked === undefined
        ? facts
        : facts.filter(({ event }) => this.#versions.isFreshEvent(asked, event))
    if (fresh.length === 0) return { shares: [], count: 0 }
    // A visit that is no longer live receives nothing and is assigned to no member.
    const only = options.only?.filter((visit) => this.#visits.isLive(visit))
    if (options.becomes !== undefined) this.#assign(options.becomes, about, only)
    if (about.member !== null)
      for (const { event } of fresh) this.#versions.record(about.member, event, asked)
    const envelopes = fresh.map((fact) => envelop(this.#ids, now, options.cause, fact))
    const shares =
      only === undefined
        ? fanOut(this.#visits, about, envelopes)
        : shareAmong(only, envelopes, options.author)
    for (const { visit, events } of shares) visit.projection.apply(events)
    return { shares, count: fresh.length }
  }

  #assign(
    member: MemberId,
    { owner }: Recipient,
    only: ReadonlyArray<LiveVisit> | undefined,
  ): void {
    const joining = only ?? (owner === null ? [] : this.#visits.ofOwner(owner))
    for (const visit of joining) this.#visits.assignMember(visit, member)
  }
}
