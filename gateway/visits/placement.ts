/**
 * Places facts with the visits that receive them: leaves out what is older than what was told since, makes the
 * envelopes, and follows what the gateway knows of visits by their facts. State without effects.
 *
 * Invariant: facts are placed in the order in which they come in; this is the member's mailbox (ADR 0007).
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

/** The visit whose command brought a fact about. */
export interface FactAuthor {
  readonly visit: LiveVisit
  readonly cause: CommandId
}

export interface FactOptions {
  /** The command that asked for what these facts tell. */
  readonly cause: CommandId | null
  /** The owner's visits belong to this member from these facts on. */
  readonly becomes?: MemberId
  /**
   * Told to these visits alone, whatever their scope: one that learns late what the others know already, or all
   * that are in one room. What many are told at once is written down once and stored once.
   */
  readonly only?: ReadonlyArray<LiveVisit>
  /** The one of them whose command brought it about: their copy, the same fact, says so. */
  readonly author?: FactAuthor
  /** Whose accounts are behind the names in these facts (ADR 0040). */
  readonly writers?: Writers
  /** These are the last facts of the visits that receive them. */
  readonly ends?: boolean
}

export interface AnsweredOptions extends FactOptions {
  /** When the question was sent that these answer: what is older than what was told since is left out. */
  readonly asked?: VersionStamp
}

export interface PlacedFacts {
  readonly shares: ReadonlyArray<VisitFacts>
  /** How many of the facts were not overtaken. */
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

  /** Forgets members without a live visit: nobody would receive the answer. */
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
    // A visit that has left meanwhile is told nothing and belongs to nobody any more.
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
