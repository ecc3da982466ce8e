/** Entries of an append as they are handed to the log's thread, and what is told of them once it answers. Pure. */
import type { VisitId } from "@foldcast/contracts/ids"
import { composeBody } from "../attributed-bodies.ts"
import type { SearchTerms } from "../search-terms.ts"
import type { WrittenEntry } from "./thread-protocol.ts"
import { type Appended, type AppendEntry, type AppendResult, VisitClosed } from "../visit-log.ts"
import { bodyOf, type ClosedReason, wireOf } from "../visit-rules.ts"
import type { WriterId } from "../writer.ts"

/** An entry as the log's thread has it, and its bodies as they are told. */
export interface PreparedEntry {
  readonly entry: WrittenEntry
  /** The bodies as they go over the wire; the very same list where nobody wrote any of them. */
  readonly plain: ReadonlyArray<string>
}

const bodiesOf = (
  { events, writers }: Pick<AppendEntry, "events" | "writers">,
  erased: ReadonlySet<WriterId>,
): Pick<WrittenEntry, "bodies"> & Pick<PreparedEntry, "plain"> => {
  if (writers === undefined || writers.size === 0) {
    const bodies = events.map(bodyOf)
    return { bodies, plain: bodies }
  }
  const both = events.map((event) => composeBody(event, writers, (writer) => erased.has(writer)))
  return { bodies: both.map(({ written }) => written), plain: both.map(({ plain }) => plain) }
}

export const prepareEntry = (
  visits: ReadonlyArray<VisitId>,
  given: Omit<AppendEntry, "visit">,
  terms: SearchTerms,
  erased: ReadonlySet<WriterId>,
): PreparedEntry => {
  const { events, member, ends } = given
  const { bodies, plain } = bodiesOf(given, erased)
  const entry = {
    visits,
    bodies,
    lastEventAt: events.at(-1)?.at ?? null,
    terms: events.flatMap(terms.ofEvent),
    ends: ends === true,
  }
  return { plain, entry: member === undefined ? entry : { ...entry, member } }
}

interface PreparedGroup {
  readonly first: AppendEntry
  readonly prepared: PreparedEntry
}

const areToldAlike = (one: AppendEntry, other: AppendEntry): boolean =>
  one.events === other.events &&
  one.writers === other.writers &&
  one.member === other.member &&
  one.ends === other.ends

/**
 * Neighbours that are told the same, by one list of events, become one entry: it is written down once. A visit that
 * is named again begins another entry.
 */
export const prepareEntries = (
  entries: ReadonlyArray<AppendEntry>,
  terms: SearchTerms,
  erased: ReadonlySet<WriterId>,
): ReadonlyArray<PreparedEntry> => {
  const groups: Array<{ readonly first: AppendEntry; readonly visits: Array<VisitId> }> = []
  let group: (typeof groups)[number] | undefined
  /** The group's visits, once there are several: most have one. */
  let named: Set<VisitId> | null = null
  for (const entry of entries) {
    if (group !== undefined && areToldAlike(entry, group.first)) {
      named ??= new Set(group.visits)
      if (!named.has(entry.visit)) {
        named.add(entry.visit)
        group.visits.push(entry.visit)
        continue
      }
    }
    named = null
    group = { first: entry, visits: [entry.visit] }
    groups.push(group)
  }
  // An author's copy parts those who are told alike into two entries; both have the same text.
  const prepared = new Map<AppendEntry["events"], PreparedGroup>()
  return groups.map(({ first, visits }) => {
    const alike = prepared.get(first.events)
    if (alike !== undefined && areToldAlike(alike.first, first)) {
      const { plain, entry } = alike.prepared
      return { plain, entry: { ...entry, visits } }
    }
    const made = prepareEntry(visits, first, terms, erased)
    prepared.set(first.events, { first, prepared: made })
    return made
  })
}

export const appendedAt = (
  visit: VisitId,
  { plain }: Pick<PreparedEntry, "plain">,
  from: number,
): Appended => ({
  visit,
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
  let at = 0
  for (const prepared of entries) {
    for (const visit of prepared.entry.visits) {
      const outcome = outcomes[at++]
      if (typeof outcome === "number") appended.push(appendedAt(visit, prepared, outcome))
      else if (outcome !== undefined) closed.push(new VisitClosed({ visit, why: outcome }))
    }
  }
  return { appended, closed }
}
