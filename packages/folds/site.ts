/**
 * The fold of the whole site: (state, log entry) → state. Pure: no clock, no random, no locale (law L5).
 * Entries come in the document's order, each once; the caller drops duplicates.
 */
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"
import { presentVersion } from "@foldcast/contracts/stream/upcasters"
import { Draft } from "./draft.ts"
import { lazySlices } from "./lazy-slices.ts"
import type { LogEntry } from "./log-entry.ts"
import { settle } from "./pending.ts"
import { readableEvent } from "./readable-event.ts"
import { CLIENT_FACT_ROUTES, EVENT_ROUTES, SLICES } from "./routes.ts"
import type { SiteState, SliceName } from "./site-state.ts"
import { withUnread } from "./visit.ts"

/** A handler takes its own slice, tag and envelope. It is looked up by them, so the types are safe. */
interface Step {
  readonly name: SliceName
  readonly handler: (slice: unknown, content: object, around: object, site: SiteState) => never
}

interface EventPath {
  readonly tag: string
  readonly v: number
  readonly steps: Array<Step>
  /** The next path with the same shape and another tag. */
  readonly next: EventPath | undefined
}

const stepOf = (name: SliceName, handlers: object, tag: string): Step => ({
  name,
  handler: (handlers as Readonly<Record<string, Step["handler"]>>)[tag] as Step["handler"],
})

/**
 * The first lookup key of a tag. A freshly parsed string has no hash yet, and computing one takes a third of
 * the time of folding an event.
 */
const shapeOf = (tag: string) =>
  tag.length * 5 + tag.charCodeAt(0) * 3 + tag.charCodeAt(tag.length >> 1)

const EVENT_PATHS = new Map<number, EventPath>()
const addPath = (tag: string, steps: Array<Step>) => {
  const shape = shapeOf(tag)
  EVENT_PATHS.set(shape, { tag, v: presentVersion(tag), steps, next: EVENT_PATHS.get(shape) })
}
for (const [tag, route] of Object.entries(EVENT_ROUTES)) {
  addPath(
    tag,
    route.map((name) => stepOf(name, SLICES[name].events, tag)),
  )
}

const pathOf = (tag: string): EventPath | undefined => {
  let path = EVENT_PATHS.get(shapeOf(tag))
  while (path !== undefined && path.tag !== tag) path = path.next
  return path
}

const FACT_STEPS = new Map<string, Array<Step>>(
  Object.entries(CLIENT_FACT_ROUTES).map(([tag, route]) => [
    tag,
    route.map((name) => stepOf(name, SLICES[name].facts, tag)),
  ]),
)

lazySlices.join = ({ name, slice: { events, facts } }) => {
  for (const tag in events) {
    const step = stepOf(name, events, tag)
    const path = pathOf(tag)
    if (path === undefined) addPath(tag, [step])
    else path.steps.push(step)
  }
  for (const tag in facts) {
    const steps = FACT_STEPS.get(tag) ?? []
    FACT_STEPS.set(tag, steps)
    steps.push(stepOf(name, facts, tag))
  }
}

lazySlices.added.forEach(lazySlices.join)

const take = (draft: Draft, steps: ReadonlyArray<Step>, content: object, around: object) => {
  for (let i = 0; i < steps.length; i++) {
    const { name, handler } = steps[i] as Step
    const { site } = draft
    const before = site[name]
    const after = handler(before, content, around, site)
    if (after !== before) draft.set(name, after)
  }
}

const leaveUnread = (draft: Draft, name: string) => {
  const visit = withUnread(draft.site.visit, name)
  if (visit !== draft.site.visit) draft.set("visit", visit)
}

const foldEvent = (draft: Draft, envelope: OpenEnvelope) => {
  const path = pathOf(envelope.event._tag)
  if (path !== undefined && path.v === envelope.v) {
    take(draft, path.steps, envelope.event, envelope)
  } else {
    const read = readableEvent(envelope, path !== undefined)
    if (read._tag === "Unread") leaveUnread(draft, read.name)
    else take(draft, path?.steps ?? [], read.event, envelope)
  }
  draft.moveTo(envelope.seq, envelope.at)
  settle(draft, envelope)
}

const foldFact = (draft: Draft, numbered: NumberedClientFact) => {
  const { fact } = numbered
  const steps = FACT_STEPS.get(fact._tag)
  if (steps === undefined) leaveUnread(draft, fact._tag)
  else take(draft, steps, fact, numbered)
  draft.moveTo(draft.site.visit.seq, numbered.at)
  settle(draft, null)
}

const foldEntry = (draft: Draft, entry: LogEntry) => {
  if (entry.kind === "event") foldEvent(draft, entry.envelope)
  else foldFact(draft, entry.fact)
}

/** Folds one entry; returns the same object when nothing changes. */
export const fold = (state: SiteState, entry: LogEntry): SiteState => {
  const draft = new Draft(state)
  foldEntry(draft, entry)
  return draft.site
}

/** Folds many entries with one copy of the site; the result equals folding them one by one. */
export const foldAll = (state: SiteState, entries: Iterable<LogEntry>): SiteState => {
  const draft = new Draft(state)
  for (const entry of entries) foldEntry(draft, entry)
  return draft.site
}
