/**
 * Makes visits durable: a page's visit at its first stream or command, and visits without a page. Concurrent
 * requests for one page make one visit.
 */
import { Clock, Context, Deferred, Effect, Layer } from "effect"
import type { MemberId, TabId, VisitId } from "@foldcast/contracts/ids"
import { Ids, type IdsShape } from "../ids.ts"
import type { OwnerId, VisitHeader } from "../log/visit-header.ts"
import {
  VisitLog,
  type VisitLogShape,
  type LogUnavailable,
  type VisitClosed,
} from "../log/visit-log.ts"
import { envelop, type SourcedFact } from "./placement.ts"
import { type LiveVisit, Visits, type VisitTable } from "./registry.ts"
import { type DocumentTraits, lacksProfile, tellsAge } from "./first-facts.ts"
import { type PendingPage, PendingPages } from "./pending-pages.ts"
import { monotonicMillis } from "@foldcast/clock/monotonic-time"

export interface NewVisit {
  readonly owner: OwnerId
  readonly member: MemberId | null
  readonly traits: DocumentTraits
  readonly base: VisitHeader["base"]
  readonly facts: ReadonlyArray<SourcedFact>
}

export interface VisitCreatorShape {
  /** Allots a visit to a page. Nothing is written. */
  readonly allot: (visit: NewVisit) => Effect.Effect<PendingPage>
  readonly isPending: (visit: VisitId, owner: OwnerId) => Effect.Effect<boolean>
  /** The live visit with this id and owner, made durable where a page waits for it; null where there is none. */
  readonly ensure: (
    visit: VisitId,
    owner: OwnerId,
    tab: TabId,
  ) => Effect.Effect<LiveVisit | null, LogUnavailable>
  /** `replaces`: the visit that the browser had asked for. */
  readonly begin: (
    visit: NewVisit,
    tab: TabId,
    replaces?: string | null,
  ) => Effect.Effect<LiveVisit, LogUnavailable>
  readonly dropOwner: (owner: OwnerId) => Effect.Effect<void>
}

/** Pages that are being made durable now: a second request waits for the first. */
type InFlight = Map<
  VisitId,
  { readonly owner: OwnerId; readonly done: Deferred.Deferred<LiveVisit, LogUnavailable> }
>

interface CreatorDeps {
  readonly log: VisitLogShape
  readonly visits: VisitTable
  readonly ids: IdsShape
  readonly pages: PendingPages
  readonly inFlight: InFlight
}

const pageOf = ({ ids, log }: CreatorDeps, visit: NewVisit, now: number): PendingPage => {
  const { locale, brand, device, noNude, tracking } = visit.traits
  return {
    visit: ids.visitId(),
    epoch: log.currentEpoch(),
    owner: visit.owner,
    member: visit.member,
    locale,
    brand,
    device,
    noNude,
    tracking,
    base: visit.base,
    at: now,
    events: visit.facts.map((fact) => envelop(ids, now, null, fact)),
  }
}

const makeDurable = Effect.fnUntraced(function* (
  { log, visits }: CreatorDeps,
  page: PendingPage,
  tab: TabId,
  replaces: string | null = null,
) {
  const { events, ...rest } = page
  const header: VisitHeader = { ...rest, tab }
  const { to } = yield* log
    .begin(header, events)
    // Ids are 128 random bits, so a duplicate is a defect and not an expected error.
    .pipe(Effect.catchTag("VisitClosed", (closed: VisitClosed) => Effect.die(closed)))
  const began = events.map(({ event }) => event)
  return visits.begin(header, to, yield* monotonicMillis, {
    lacksProfile: lacksProfile(began),
    isAgeVerified: tellsAge(began),
    replaces,
  })
})

const ensure = Effect.fnUntraced(function* (
  deps: CreatorDeps,
  visit: VisitId,
  owner: OwnerId,
  tab: TabId,
): Effect.fn.Return<LiveVisit | null, LogUnavailable> {
  const { inFlight, pages, visits } = deps
  const live = visits.get(visit)
  if (live !== undefined) return live.owner === owner ? live : null
  const other = inFlight.get(visit)
  if (other !== undefined) return other.owner === owner ? yield* Deferred.await(other.done) : null
  const page = pages.take(visit, owner, yield* Clock.currentTimeMillis)
  if (page === undefined) return null
  const done = Deferred.makeUnsafe<LiveVisit, LogUnavailable>()
  inFlight.set(visit, { owner, done })
  // Other requests may wait for this one, so a disconnect of the first must not interrupt it.
  return yield* makeDurable(deps, page, tab).pipe(
    Effect.onExit((exit) => {
      inFlight.delete(visit)
      return Deferred.done(done, exit)
    }),
    Effect.uninterruptible,
  )
})

export class VisitCreator extends Context.Service<VisitCreator, VisitCreatorShape>()(
  "gateway/VisitCreator",
) {
  static readonly layer = Layer.effect(
    VisitCreator,
    Effect.gen(function* () {
      const pages = new PendingPages()
      const inFlight: InFlight = new Map()
      const deps: CreatorDeps = {
        log: yield* VisitLog,
        visits: yield* Visits,
        ids: yield* Ids,
        pages,
        inFlight,
      }
      return VisitCreator.of({
        allot: (visit) =>
          Effect.map(Clock.currentTimeMillis, (now) => {
            const page = pageOf(deps, visit, now)
            pages.add(page)
            return page
          }),
        isPending: (visit, owner) =>
          Effect.map(
            Clock.currentTimeMillis,
            (now) =>
              inFlight.get(visit)?.owner === owner || pages.peek(visit, owner, now) !== undefined,
          ),
        ensure: (visit, owner, tab) => ensure(deps, visit, owner, tab),
        begin: (visit, tab, replaces) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) =>
            makeDurable(deps, pageOf(deps, visit, now), tab, replaces),
          ),
        dropOwner: (owner) => Effect.sync(() => pages.dropOwner(owner)),
      })
    }),
  )
}
