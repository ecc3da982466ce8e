/** Entries of an append as they are handed to the log's thread, and what is told of them once it answers. Pure. */
import type { UnnumberedEnvelope } from "@foldcast/contracts/stream/envelope"
import { composeBody } from "../authored-bodies.ts"
import type { SearchTerms } from "../search-terms.ts"
import type { WrittenEntry } from "./thread-protocol.ts"
import { type Appended, type AppendEntry, type AppendResult, VisitClosed } from "../visit-log.ts"
import { bodyOf, type ClosedReason, wireOf } from "../visit-rules.ts"
import type { WriterId } from "../writer.ts"

/** `plain`: the bodies as they go over the wire; the very same list where nobody wrote any of them. */
interface WrittenEvents extends Pick<WrittenEntry, "bodies" | "lastEventAt" | "terms"> {
  readonly plain: ReadonlyArray<string>
}

/** An entry as the log's thread has it, and its bodies as they are told. */
export interface PreparedEntry {
  readonly entry: WrittenEntry
  readonly plain: ReadonlyArray<string>
}

const bodiesOf = (
  { events, writers }: Pick<AppendEntry, "events" | "writers">,
  erased: ReadonlySet<WriterId>,
): Pick<WrittenEvents, "bodies" | "plain"> => {
  if (writers === undefined || writers.size === 0) {
    const bodies = events.map(bodyOf)
    return { bodies, plain: bodies }
  }
  const both = events.map((event) => composeBody(event, writers, (writer) => erased.has(writer)))
  return { bodies: both.map(({ written }) => written), plain: both.map(({ plain }) => plain) }
}

const written = (
  given: AppendEntry,
  terms: SearchTerms,
  erased: ReadonlySet<WriterId>,
): WrittenEvents => ({
  ...bodiesOf(given, erased),
  lastEventAt: given.events.at(-1)?.at ?? null,
  terms: given.events.flatMap(terms.ofEvent),
})

const prepared = (
  { visit, member, ends }: AppendEntry,
  { bodies, lastEventAt, terms, plain }: WrittenEvents,
): PreparedEntry => ({
  plain,
  entry:
    member === undefined
      ? { visit, bodies, lastEventAt, terms, ends: ends === true }
      : { visit, bodies, lastEventAt, terms, ends: ends === true, member },
})

export const prepareEntry = (
  entry: AppendEntry,
  terms: SearchTerms,
  erased: ReadonlySet<WriterId>,
): PreparedEntry => prepared(entry, written(entry, terms, erased))

/** What several visits are told is written down once. */
export const prepareEntries = (
  entries: ReadonlyArray<AppendEntry>,
  terms: SearchTerms,
  erased: ReadonlySet<WriterId>,
): ReadonlyArray<PreparedEntry> => {
  const [only] = entries
  // Stryker disable next-line EqualityOperator: below, one alone is written as well.
  if (only !== undefined && entries.length === 1) return [prepareEntry(only, terms, erased)]
  const known = new Map<ReadonlyArray<UnnumberedEnvelope>, WrittenEvents>()
  return entries.map((entry) => {
    const made = known.get(entry.events) ?? written(entry, terms, erased)
    known.set(entry.events, made)
    return prepared(entry, made)
  })
}

export const appendedAt = ({ entry, plain }: PreparedEntry, from: number): Appended => ({
  visit: entry.visit,
  from,
  to: from + plain.length - 1,
  wires: plain.map((body, index) => wireOf(from + index, body)),
})

export const appendResult = (
  entries: ReadonlyArray<PreparedEntry>,
  outcomes: ReadonlyArray<number | ClosedReason>,
): AppendResult => {
  const appended: Array<Appended> = []
  const closed: Array<VisitClosed> = []
  for (const [index, outcome] of outcomes.entries()) {
    const given = entries[index]
    if (given === undefined) continue
    if (typeof outcome === "number") appended.push(appendedAt(given, outcome))
    else closed.push(new VisitClosed({ visit: given.entry.visit, why: outcome }))
  }
  return { appended, closed }
}
