/**
 * The fold of the whole site: (state, log entry) → state. Pure: no clock, no random, no locale (law L5).
 * Entries come in the document's order, each once; whoever delivers them drops duplicates.
 *
 * Callers: apps/web/runtime (live and for server rendering), packages/replay, gateway/support.
 */
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"
import { presentVersion } from "@foldcast/contracts/stream/upcasters"
import { Batch } from "./batch.ts"
import type { LogEntry } from "./log-entry.ts"
import { settle } from "./pending.ts"
import { readableEvent } from "./readable-event.ts"
import { CLIENT_FACT_ROUTES, EVENT_ROUTES, SLICES } from "./routes.ts"
import type { SiteState, SliceName } from "./site-state.ts"
import { leftUnread } from "./visit.ts"

type Fold<Content, Around> = (batch: Batch, content: Content, around: Around) => void
type EventFold = Fold<OpenEnvelope["event"], OpenEnvelope>
type FactFold = Fold<NumberedClientFact["fact"], NumberedClientFact>

interface EventPath {
  readonly v: number
  readonly folds: ReadonlyArray<EventFold>
}

/** A handler takes its own tag's content and no other; the maps below look it up by that tag. */
type Handlers<Handler> = Readonly<Record<string, Handler | undefined>>

const eventFolds = (tag: string, route: ReadonlyArray<SliceName>): ReadonlyArray<EventFold> =>
  route
    .map((name) => (SLICES[name].events as Handlers<EventFold>)[tag])
    .filter((handler) => handler !== undefined)

const factFolds = (tag: string, route: ReadonlyArray<SliceName>): ReadonlyArray<FactFold> =>
  route
    .map((name) => (SLICES[name].facts as Handlers<FactFold>)[tag])
    .filter((handler) => handler !== undefined)

const EVENT_PATHS: ReadonlyMap<string, EventPath> = new Map(
  Object.entries(EVENT_ROUTES).map(([tag, route]) => [
    tag,
    {
      v: presentVersion(tag),
      folds: eventFolds(tag, route),
    },
  ]),
)

const FACT_PATHS: ReadonlyMap<string, ReadonlyArray<FactFold>> = new Map(
  Object.entries(CLIENT_FACT_ROUTES).map(([tag, route]) => [tag, factFolds(tag, route)]),
)

const foldReadable = (
  batch: Batch,
  folds: ReadonlyArray<EventFold>,
  event: OpenEnvelope["event"],
  envelope: OpenEnvelope,
) => {
  for (let i = 0; i < folds.length; i++) folds[i]?.(batch, event, envelope)
}

const foldEvent = (batch: Batch, envelope: OpenEnvelope) => {
  const path = EVENT_PATHS.get(envelope.event._tag)
  if (path !== undefined && path.v === envelope.v) {
    foldReadable(batch, path.folds, envelope.event, envelope)
  } else {
    const read = readableEvent(envelope)
    if (read._tag === "Unread") leftUnread(batch, read.name)
    else foldReadable(batch, path?.folds ?? [], read.event, envelope)
  }
  batch.seq = envelope.seq
  batch.at = envelope.at
  settle(batch, envelope)
}

const foldFact = (batch: Batch, numbered: NumberedClientFact) => {
  const folds = FACT_PATHS.get(numbered.fact._tag)
  if (folds === undefined) leftUnread(batch, numbered.fact._tag)
  else for (let i = 0; i < folds.length; i++) folds[i]?.(batch, numbered.fact, numbered)
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
