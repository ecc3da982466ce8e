/**
 * The event log in memory: for tests, and as the model that the conformance suite's answers agree with.
 * Nothing is durable; everything else is as event-log.ts states.
 */
import { Effect, Exit, Layer, Option, Redacted } from "effect"
import type { MemberId, VisitId } from "@foldcast/contracts/ids"
import { Ids } from "../ids.ts"
import type { UnnumberedEnvelope } from "@foldcast/contracts/stream/envelope"
import { changeAuthored } from "./authored.ts"
import { withoutErased } from "./authored-bodies.ts"
import {
  appendBy,
  type Appended,
  type AppendEntry,
  type AppendResult,
  type ConnectionNote,
  EventLog,
  type EventLogShape,
  type StoredClientFact,
  VisitClosed,
  type VisitQuery,
  type VisitRecord,
} from "./event-log.ts"
import { referenceTerm, searchTerms, type SearchTerms } from "./search-terms.ts"
import { UNNOTED_END_MS } from "./visit-life.ts"
import { bodyOf, refusesEvents, refusesFacts, wireOf } from "./visit-rules.ts"
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

const standing = (stored: StoredVisit | undefined) =>
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

export const makeMemoryEventLog = (
  epoch: EventLogShape["epoch"],
  terms: SearchTerms = searchTerms([Redacted.make(new Uint8Array(32))]),
): EventLogShape => {
  const visits = new Map<VisitId, StoredVisit>()
  const erased = new Set<WriterId>()
  /** Those who have written anything, and are not erased. */
  const wrote = new Set<WriterId>()
  const told = ({ envelope, writers }: Authored) =>
    bodyOf(withoutErased(envelope, writers, (writer) => erased.has(writer)))
  const note = ({ envelope, writers }: Authored) =>
    changeAuthored(envelope.event, (value, owner) => {
      const writer = writers.get(String(owner))
      if (writer !== undefined && !erased.has(writer)) wrote.add(writer)
      return value
    })

  const push = (stored: StoredVisit, entry: AppendEntry): Appended => {
    const from = stored.record.head + 1
    const { writers = NO_WRITERS } = entry
    const bodies = entry.events.map((envelope) => {
      const authored = { envelope, writers }
      if (writers.size > 0) stored.authored.set(stored.bodies.length, authored)
      note(authored)
      const body = told(authored)
      stored.bodies.push(body)
      return body
    })
    for (const term of entry.events.flatMap(terms.ofEvent)) stored.terms.add(term)
    stored.record.head += bodies.length
    stored.record.lastEventAt = entry.events.at(-1)?.at ?? stored.record.lastEventAt
    if (entry.member !== undefined) stored.record.member = entry.member
    if (entry.ends === true) stored.record.ended = true
    return {
      visit: entry.visit,
      from,
      to: stored.record.head,
      wires: bodies.map((body, index) => wireOf(from + index, body)),
    }
  }

  const append = (entries: ReadonlyArray<AppendEntry>): AppendResult => {
    const appended: Array<Appended> = []
    const closed: Array<VisitClosed> = []
    for (const entry of entries) {
      const { visit, events, ends } = entry
      const stored = visits.get(visit)
      const why = refusesEvents(standing(stored), events.length, ends === true)
      if (stored === undefined || why !== null)
        closed.push(new VisitClosed({ visit, why: why ?? "unknown" }))
      else appended.push(push(stored, entry))
    }
    return { appended, closed }
  }
  const submit: EventLogShape["submit"] = (entries, settled) =>
    settled(Exit.succeed(append(entries)))

  const forget = (doomed: (record: VisitRecord) => boolean): number => {
    let count = 0
    for (const [visit, stored] of visits) {
      if (!doomed(stored.record)) continue
      visits.delete(visit)
      count++
    }
    return count
  }

  return {
    epoch,
    begin: (birth, events) =>
      Effect.suspend(() => {
        if (visits.has(birth.visit))
          return Effect.fail(new VisitClosed({ visit: birth.visit, why: "ended" }))
        const stored: StoredVisit = {
          record: { ...birth, epoch, head: 0, n: 0, lastEventAt: birth.at, ended: false },
          bodies: [],
          authored: new Map(),
          facts: new Map(),
          connections: [],
          terms: new Set(),
        }
        visits.set(birth.visit, stored)
        return Effect.succeed(push(stored, { visit: birth.visit, events }))
      }),
    submit,
    append: appendBy(submit),
    read: (visit, after, limit) =>
      Effect.sync(() =>
        (visits.get(visit)?.bodies ?? []).slice(after, after + limit).map((body, index) => ({
          seq: after + index + 1,
          wire: wireOf(after + index + 1, body),
        })),
      ),
    find: (visit) =>
      Effect.sync(() =>
        Option.fromUndefinedOr(visits.get(visit)).pipe(Option.map(({ record }) => ({ ...record }))),
      ),
    list: (query) =>
      Effect.sync(() =>
        [...visits.values()]
          .filter((stored) => matches(stored, query))
          .map(({ record }) => ({ ...record }))
          .toReversed()
          .toSorted((a, b) => b.lastEventAt - a.lastEventAt)
          .slice(0, query.limit),
      ),
    storeFacts: (visit, facts, at) =>
      Effect.suspend(() => {
        const stored = visits.get(visit)
        const highest = facts.reduce((n, fact) => Math.max(n, fact.n), 0)
        const why = refusesFacts(standing(stored), highest)
        if (why !== null || stored === undefined)
          return Effect.fail(new VisitClosed({ visit, why: why ?? "unknown" }))
        for (const fact of facts)
          if (!stored.facts.has(fact.n)) stored.facts.set(fact.n, { ...fact, storedAt: at })
        for (const term of terms.ofFacts(facts)) stored.terms.add(term)
        stored.record.n = Math.max(stored.record.n, highest)
        return Effect.succeed(stored.record.n)
      }),
    readFacts: (visit, after, limit) =>
      Effect.sync(() =>
        [...(visits.get(visit)?.facts.values() ?? [])]
          .filter((fact) => fact.n > after)
          .toSorted((a, b) => a.n - b.n)
          .slice(0, limit),
      ),
    noteConnection: (visit, note) =>
      Effect.sync(() => {
        visits.get(visit)?.connections.push(note)
      }),
    readConnections: (visit) => Effect.sync(() => [...(visits.get(visit)?.connections ?? [])]),
    noteReference: (visit, reference) =>
      Effect.sync(() => {
        visits.get(visit)?.terms.add(referenceTerm(reference))
      }),
    reusableBytes: Effect.succeed(0),
    forgetBefore: (before) => Effect.sync(() => forget((record) => record.lastEventAt < before)),
    members: (after, limit) =>
      Effect.sync(() =>
        [...new Set([...visits.values()].flatMap(({ record }) => record.member ?? []))]
          .filter((member) => member > (after ?? ""))
          .toSorted()
          .slice(0, limit),
      ),
    forgetMember: (member: MemberId) =>
      Effect.sync(() => forget((record) => record.member === member)),
    eraseWriters: (writers) =>
      Effect.sync(() => {
        for (const writer of writers) erased.add(writer)
        for (const { authored, bodies } of visits.values())
          for (const [index, each] of authored) bodies[index] = told(each)
        return writers.filter((writer) => wrote.delete(writer)).length
      }),
  }
}

/** @internal For tests. */
export const MemoryEventLog = {
  layer: Layer.effect(
    EventLog,
    Ids.use((ids) =>
      Effect.sync(() => makeMemoryEventLog(ids.token(96) as EventLogShape["epoch"])),
    ),
  ),
}
