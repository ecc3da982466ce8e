/**
 * The visits' logs in memory: for tests, and as the model that the conformance suites' answers agree with.
 * Nothing is durable; everything else is as visit-log.ts and visit-index.ts state.
 */
import { Effect, Exit, Layer, Redacted } from "effect"
import type { Epoch, MemberId, VisitId } from "@foldcast/contracts/ids"
import type { UnnumberedEnvelope } from "@foldcast/contracts/stream/envelope"
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"
import { Ids } from "../ids.ts"
import { changeAuthored } from "./authored.ts"
import { withoutErased } from "./attributed-bodies.ts"
import { searchTerms, type SearchTerms } from "./search-terms.ts"
import type { VisitHeader, VisitRecord } from "./visit-header.ts"
import type { VisitQuery } from "./visit-index.ts"
import { UNNOTED_END_MS } from "./visit-life.ts"
import {
  appendBy,
  type Appended,
  type AppendEntry,
  type AppendResult,
  type ConnectionNote,
  type StoredClientFact,
  type StoredWire,
  VisitClosed,
  type VisitLogShape,
} from "./visit-log.ts"
import {
  type VisitRefusal,
  refuseVisit,
  VISIT_INDEX_OPERATIONS,
  VISIT_LOG_OPERATIONS,
  type VisitIndexOperations,
  type VisitLogOperations,
} from "./visit-operations.ts"
import { bodyOf, eventRefusal, factRefusal, wireOf } from "./visit-rules.ts"
import { asEffects, settleAnswer, storageContext, type VisitStorage } from "./visit-storage.ts"
import { NO_WRITERS, type WriterId, type Writers } from "./writer.ts"

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

interface Authored {
  readonly envelope: UnnumberedEnvelope
  readonly writers: Writers
}

interface StoredVisit {
  readonly record: Mutable<VisitRecord>
  readonly bodies: Array<string>
  /** Of the bodies that somebody wrote, by their index. */
  readonly authored: Map<number, Authored>
  readonly facts: Map<number, StoredClientFact>
  readonly connections: Array<ConnectionNote>
  readonly terms: Set<string>
}

const statusOf = (stored: StoredVisit | undefined) =>
  stored === undefined
    ? undefined
    : { head: stored.record.head, ended: stored.record.ended, damaged: false }

const wasUsedSince = ({ record, connections }: StoredVisit, since: number) => {
  const last = connections.at(-1)
  if (record.lastEventAt >= since) return true
  return last !== undefined && last.at >= since - (last.what === "close" ? 0 : UNNOTED_END_MS)
}

const matches = (stored: StoredVisit, query: VisitQuery) => {
  const { record } = stored
  if (query.member !== undefined && record.member !== query.member) return false
  if (query.owner !== undefined && record.owner !== query.owner) return false
  if (query.tab !== undefined && record.tab !== query.tab) return false
  if (query.from !== undefined && record.lastEventAt < query.from) return false
  if (query.to !== undefined && record.at > query.to) return false
  if (query.onlyLive === true && record.ended) return false
  if (query.usedSince !== undefined && !wasUsedSince(stored, query.usedSince)) return false
  return (query.terms ?? []).every((group) => group.some((term) => stored.terms.has(term)))
}

class MemoryVisits implements VisitLogOperations, VisitIndexOperations {
  readonly #terms: SearchTerms
  readonly #visits = new Map<VisitId, StoredVisit>()
  readonly #erased = new Set<WriterId>()
  /** Those who have written anything, and are not erased. */
  readonly #wrote = new Set<WriterId>()

  constructor(terms: SearchTerms) {
    this.#terms = terms
  }

  begin(header: VisitHeader, events: ReadonlyArray<UnnumberedEnvelope>): Appended | VisitRefusal {
    const { visit, at } = header
    if (this.#visits.has(visit)) return refuseVisit(visit, "ended")
    const stored: StoredVisit = {
      record: { ...header, head: 0, n: 0, lastEventAt: at, ended: false },
      bodies: [],
      authored: new Map(),
      facts: new Map(),
      connections: [],
      terms: new Set(),
    }
    this.#visits.set(visit, stored)
    return this.#push(stored, { visit, events })
  }

  append(entries: ReadonlyArray<AppendEntry>): AppendResult {
    const appended: Array<Appended> = []
    const closed: Array<VisitClosed> = []
    for (const entry of entries) {
      const { visit, events, ends } = entry
      const stored = this.#visits.get(visit)
      const why = eventRefusal(statusOf(stored), events.length, ends === true)
      if (stored === undefined || why !== null)
        closed.push(new VisitClosed({ visit, why: why ?? "unknown" }))
      else appended.push(this.#push(stored, entry))
    }
    return { appended, closed }
  }

  read(visit: VisitId, after: number, limit: number): ReadonlyArray<StoredWire> {
    const bodies = this.#visits.get(visit)?.bodies ?? []
    return bodies.slice(after, after + limit).map((body, index) => ({
      seq: after + index + 1,
      wire: wireOf(after + index + 1, body),
    }))
  }

  storeFacts(
    visit: VisitId,
    facts: ReadonlyArray<NumberedClientFact>,
    at: number,
  ): number | VisitRefusal {
    const stored = this.#visits.get(visit)
    const highest = facts.reduce((n, fact) => Math.max(n, fact.n), 0)
    const why = factRefusal(statusOf(stored), highest)
    if (why !== null || stored === undefined) return refuseVisit(visit, why ?? "unknown")
    for (const fact of facts)
      if (!stored.facts.has(fact.n)) stored.facts.set(fact.n, { ...fact, storedAt: at })
    for (const term of this.#terms.ofFacts(facts)) stored.terms.add(term)
    stored.record.n = Math.max(stored.record.n, highest)
    return stored.record.n
  }

  readFacts(visit: VisitId, after: number, limit: number): ReadonlyArray<StoredClientFact> {
    return [...(this.#visits.get(visit)?.facts.values() ?? [])]
      .filter((fact) => fact.n > after)
      .toSorted((a, b) => a.n - b.n)
      .slice(0, limit)
  }

  noteConnection(visit: VisitId, note: ConnectionNote): void {
    this.#visits.get(visit)?.connections.push(note)
  }

  readConnections(visit: VisitId): ReadonlyArray<ConnectionNote> {
    return [...(this.#visits.get(visit)?.connections ?? [])]
  }

  eraseWriters(writers: ReadonlyArray<WriterId>): number {
    for (const writer of writers) this.#erased.add(writer)
    for (const { authored, bodies } of this.#visits.values())
      for (const [index, each] of authored) bodies[index] = this.#told(each)
    return writers.filter((writer) => this.#wrote.delete(writer)).length
  }

  reusableBytes(): number {
    return 0
  }

  find(visit: VisitId): VisitRecord | null {
    const stored = this.#visits.get(visit)
    return stored === undefined ? null : { ...stored.record }
  }

  list(query: VisitQuery): ReadonlyArray<VisitRecord> {
    return [...this.#visits.values()]
      .filter((stored) => matches(stored, query))
      .map(({ record }) => ({ ...record }))
      .toReversed()
      .toSorted((a, b) => b.lastEventAt - a.lastEventAt)
      .slice(0, query.limit)
  }

  noteTerm(visit: VisitId, term: string): void {
    this.#visits.get(visit)?.terms.add(term)
  }

  members(after: MemberId | null, limit: number): ReadonlyArray<MemberId> {
    const members = [...this.#visits.values()].flatMap(({ record }) => record.member ?? [])
    return [...new Set(members)]
      .filter((member) => member > (after ?? ""))
      .toSorted()
      .slice(0, limit)
  }

  forgetBefore(before: number): number {
    return this.#forget(({ lastEventAt }) => lastEventAt < before)
  }

  forgetMember(member: MemberId): number {
    return this.#forget((record) => record.member === member)
  }

  #push(stored: StoredVisit, entry: AppendEntry): Appended {
    const { record } = stored
    const from = record.head + 1
    const { writers = NO_WRITERS } = entry
    const bodies = entry.events.map((envelope) => {
      const authored = { envelope, writers }
      if (writers.size > 0) stored.authored.set(stored.bodies.length, authored)
      this.#noteWriters(authored)
      const body = this.#told(authored)
      stored.bodies.push(body)
      return body
    })
    for (const term of entry.events.flatMap(this.#terms.ofEvent)) stored.terms.add(term)
    record.head += bodies.length
    record.lastEventAt = entry.events.at(-1)?.at ?? record.lastEventAt
    if (entry.member !== undefined) record.member = entry.member
    if (entry.ends === true) record.ended = true
    return {
      visit: entry.visit,
      from,
      to: record.head,
      wires: bodies.map((body, index) => wireOf(from + index, body)),
    }
  }

  #told({ envelope, writers }: Authored): string {
    return bodyOf(withoutErased(envelope, writers, (writer) => this.#erased.has(writer)))
  }

  #noteWriters({ envelope, writers }: Authored): void {
    changeAuthored(envelope.event, (value, owner) => {
      const writer = writers.get(String(owner))
      if (writer !== undefined && !this.#erased.has(writer)) this.#wrote.add(writer)
      return value
    })
  }

  #forget(isDue: (record: VisitRecord) => boolean): number {
    const due = [...this.#visits.values()].filter(({ record }) => isDue(record))
    for (const { record } of due) this.#visits.delete(record.visit)
    return due.length
  }
}

export const memoryVisitStorage = (
  epoch: Epoch,
  terms: SearchTerms = searchTerms([Redacted.make(new Uint8Array(32))]),
): VisitStorage => {
  const visits = new MemoryVisits(terms)
  const carryOut = (
    operation: keyof VisitLogOperations | keyof VisitIndexOperations,
    asked: ReadonlyArray<unknown>,
  ) => Effect.suspend(() => settleAnswer(Reflect.apply(visits[operation], visits, asked)))
  const submit: VisitLogShape["submit"] = (entries, answer) =>
    answer(Exit.succeed(visits.append(entries)))
  return {
    log: {
      ...asEffects<VisitLogOperations>(VISIT_LOG_OPERATIONS, carryOut),
      currentEpoch: () => epoch,
      submit,
      append: appendBy(submit),
    },
    index: asEffects<VisitIndexOperations>(VISIT_INDEX_OPERATIONS, carryOut),
  }
}

/** @internal For tests. */
export const MemoryVisitStorage = {
  layer: Layer.effectContext(
    Ids.use((ids) => Effect.sync(() => storageContext(memoryVisitStorage(ids.token(96) as Epoch)))),
  ),
}
