/**
 * Assigns facts to the visits that receive them: drops stale answers, makes the envelopes, and updates the
 * gateway's projections. Holds state and has no I/O.
 *
 * Invariant: facts are placed in arrival order; this is the member's mailbox (ADR 0007).
 */
import type { CommandId, MemberId } from "@foldcast/contracts/ids"
import type { UnnumberedEnvelope } from "@foldcast/contracts/stream/envelope"
import type { IdsShape } from "../ids.ts"
import type { Writers } from "../log/writer.ts"
import type { Recipient } from "../upstream/frame.ts"
import { AnswerVersions, subjectOf, type VersionStamp } from "./answer-versions.ts"
import { envelop, type SourcedFact } from "./envelopes.ts"
import { fanOut, type VisitFacts } from "./fan-out.ts"
import type { LiveVisit, VisitTable } from "./registry.ts"

export interface FactAuthor {
  readonly visit: LiveVisit
  readonly cause: CommandId
}

export interface FactOptions {
  readonly cause: CommandId | null
  /** From these facts on the owner's visits belong to this member. */
  readonly becomes?: MemberId
  /**
   * Only these visits receive the facts, whatever the scope: one that missed what the others know already, or all
   * in one room. A fact for many visits is encoded and stored once.
   */
  readonly only?: ReadonlyArray<LiveVisit>
  /** The visit whose command caused the fact: only its copy carries the `cause`. */
  readonly author?: FactAuthor
  /** The accounts behind the names in these facts (ADR 0040). */
  readonly writers?: Writers
  /** These are the last facts of the visits that receive them. */
  readonly ends?: boolean
}

export interface AnsweredOptions extends FactOptions {
  /** When the question behind these facts was sent; stale facts are dropped. */
  readonly asked?: VersionStamp
}

export interface PlacedFacts {
  readonly shares: ReadonlyArray<VisitFacts>
  readonly count: number
}

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
    const fresh = asked === undefined ? facts : facts.filter((fact) => this.#isFresh(fact, asked))
    if (fresh.length === 0) return { shares: [], count: 0 }
    // A visit that is no longer live receives nothing and is assigned to no member.
    const only = options.only?.filter((visit) => this.#visits.isLive(visit))
    if (options.becomes !== undefined) this.#assign(options.becomes, about, only)
    if (about.member !== null) this.#touch(about.member, fresh, asked)
    const envelopes = fresh.map((fact) => envelop(this.#ids, now, options.cause, fact))
    const shares =
      only === undefined
        ? fanOut(this.#visits, about, envelopes)
        : shareAmong(only, envelopes, options.author)
    for (const { visit, events } of shares) visit.projection.apply(events)
    return { shares, count: fresh.length }
  }

  #isFresh({ event }: SourcedFact, asked: VersionStamp): boolean {
    const subject = subjectOf(event)
    return subject === null || this.#versions.isFresh(asked, subject)
  }

  #touch(
    member: MemberId,
    facts: ReadonlyArray<SourcedFact>,
    asked: VersionStamp | undefined,
  ): void {
    for (const { event } of facts) {
      const subject = subjectOf(event)
      if (subject === null) continue
      if (asked === undefined) this.#versions.touch(member, subject)
      else this.#versions.answered(asked, subject)
    }
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
