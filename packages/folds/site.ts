/**
 * The fold of the whole site: (state, log entry) → state. Pure: no clock, no random, no locale (law L5).
 * Entries come in the document's order, each once; the caller drops duplicates.
 */
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"
import { presentVersion } from "@foldcast/contracts/stream/upcasters"
import { Batch } from "./batch.ts"
import { lazySlices } from "./lazy-slices.ts"
import type { LogEntry } from "./log-entry.ts"
import { settle } from "./pending.ts"
import { readableEvent } from "./readable-event.ts"
import { CLIENT_FACT_ROUTES, EVENT_ROUTES, type Route, SLICES } from "./routes.ts"
import type { SiteState } from "./site-state.ts"
import type { Slice } from "./slice.ts"
import { leftUnread } from "./visit.ts"

/** A handler takes its own tag's content and envelope. It is looked up by tag, so the types are safe. */
type Fold = (batch: Batch, content: object, around: object) => void

interface EventPath {
  readonly tag: string
  readonly v: number
  readonly folds: Array<Fold>
  /** The next path with the same shape and another tag. */
  readonly next: EventPath | undefined
}

const foldsOf = (kind: keyof Slice, tag: string, route: Route) =>
  route.map((name) => (SLICES[name][kind] as Readonly<Record<string, Fold>>)[tag] as Fold)

/**
 * The first lookup key of a tag. A freshly parsed string has no hash yet, and computing one takes a third of
 * the time of folding an event.
 */
const shapeOf = (tag: string) =>
  tag.length * 5 + tag.charCodeAt(0) * 3 + tag.charCodeAt(tag.length >> 1)

const EVENT_PATHS = new Map<number, EventPath>()
const addPath = (tag: string, folds: Array<Fold>) => {
  const shape = shapeOf(tag)
  EVENT_PATHS.set(shape, { tag, v: presentVersion(tag), folds, next: EVENT_PATHS.get(shape) })
}
for (const [tag, route] of Object.entries(EVENT_ROUTES)) addPath(tag, foldsOf("events", tag, route))

const pathOf = (tag: string): EventPath | undefined => {
  let path = EVENT_PATHS.get(shapeOf(tag))
  while (path !== undefined && path.tag !== tag) path = path.next
  return path
}

const FACT_FOLDS = new Map<string, Array<Fold>>(
  Object.entries(CLIENT_FACT_ROUTES).map(([tag, route]) => [tag, foldsOf("facts", tag, route)]),
)

lazySlices.join = ({ events, facts }) => {
  for (const tag in events) {
    const fold = events[tag as keyof typeof events] as Fold
    const path = pathOf(tag)
    if (path === undefined) addPath(tag, [fold])
    else path.folds.push(fold)
  }
  for (const tag in facts) {
    const folds = FACT_FOLDS.get(tag) ?? []
    FACT_FOLDS.set(tag, folds)
    folds.push(facts[tag as keyof typeof facts] as Fold)
  }
}

lazySlices.added.forEach(lazySlices.join)

const foldBy = (folds: ReadonlyArray<Fold>, batch: Batch, content: object, around: object) => {
  for (let i = 0; i < folds.length; i++) folds[i]?.(batch, content, around)
}

const foldEvent = (batch: Batch, envelope: OpenEnvelope) => {
  const path = pathOf(envelope.event._tag)
  if (path !== undefined && path.v === envelope.v) {
    foldBy(path.folds, batch, envelope.event, envelope)
  } else {
    const read = readableEvent(envelope, path !== undefined)
    if (read._tag === "Unread") leftUnread(batch, read.name)
    else foldBy(path?.folds ?? [], batch, read.event, envelope)
  }
  batch.seq = envelope.seq
  batch.at = envelope.at
  settle(batch, envelope)
}

const foldFact = (batch: Batch, numbered: NumberedClientFact) => {
  const { fact } = numbered
  const folds = FACT_FOLDS.get(fact._tag)
  if (folds === undefined) leftUnread(batch, fact._tag)
  else foldBy(folds, batch, fact, numbered)
  batch.at = numbered.at
}

const foldEntry = (batch: Batch, entry: LogEntry) => {
  if (entry.kind === "event") foldEvent(batch, entry.envelope)
  else foldFact(batch, entry.fact)
}

/** Folds one entry; returns the same object when nothing changes. */
export const fold = (state: SiteState, entry: LogEntry): SiteState => {
  const batch = new Batch(state)
  foldEntry(batch, entry)
  return batch.end()
}

/** Folds many entries with one copy of each touched slice; the result equals folding them one by one. */
export const foldAll = (state: SiteState, entries: Iterable<LogEntry>): SiteState => {
  const batch = new Batch(state)
  for (const entry of entries) foldEntry(batch, entry)
  return batch.end()
}
