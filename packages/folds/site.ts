/**
 * The fold of the whole site: (state, log entry) → state. Pure: no clock, no random, no locale (law L5).
 * Entries come in the document's order, each once; whoever delivers them drops duplicates.
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

/** A handler takes its own tag's content and what surrounds that, and no other: it is looked up by the tag. */
type Fold = (batch: Batch, content: object, around: object) => void

interface EventPath {
  readonly tag: string
  readonly v: number
  readonly folds: Array<Fold>
  /** Of another tag of the same shape. */
  readonly next: EventPath | undefined
}

const foldsOf = (kind: keyof Slice, tag: string, route: Route) =>
  route.map((name) => (SLICES[name][kind] as Readonly<Record<string, Fold>>)[tag] as Fold)

/**
 * What a tag is looked up by first. A text that was just parsed has no hash yet, and to make one takes a
 * third of what folding an event takes.
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

/** One entry; the same object when it changes nothing. */
export const fold = (state: SiteState, entry: LogEntry): SiteState => {
  const batch = new Batch(state)
  foldEntry(batch, entry)
  return batch.end()
}

/** Many entries at once: what folding them one by one gives, with one copy of what they touch. */
export const foldAll = (state: SiteState, entries: Iterable<LogEntry>): SiteState => {
  const batch = new Batch(state)
  for (const entry of entries) foldEntry(batch, entry)
  return batch.end()
}
