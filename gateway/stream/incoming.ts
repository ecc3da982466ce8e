/**
 * Handles what the browser sends on its stream: pongs and client facts. A frame outside the protocol closes the
 * stream with 4503. Error texts never repeat values.
 */
import { Clock, Context, Data, Effect, Exit, Layer, Schema } from "effect"
import { BrowserFrame, CLOSE, type NumberedClientFact } from "@foldcast/contracts/stream/frames"
import { Citations } from "../kept-answers/citations.ts"
import { VisitLog, type LogUnavailable, type VisitClosed } from "../log/visit-log.ts"
import { mayStore, RETRY_STORING_SECONDS } from "@foldcast/limits/storage-level"
import { FreeSpace } from "../log/free-space.ts"
import { monotonicMillis } from "@foldcast/clock/monotonic-time"
import type { RateVerdict } from "@foldcast/limits/rate-windows"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { RateLimits } from "../http/rate-limits.ts"
import { RoomService } from "../rooms/room-service.ts"
import { type LiveVisit, outboxOf, Visits } from "../visits/registry.ts"
import { retireVisit } from "../visits/retire.ts"
import type { AttachedConnection } from "./attach.ts"
import { newFacts } from "./fact-order.ts"
import { PerformerStatuses } from "./performer-statuses.ts"

/** Bytes on disk for a fact beside its text: its row and its index entry. */
const FACT_BYTES = 64

/** Estimated bytes on disk for these facts. @internal A test counts it. */
export const storedBytes = (facts: ReadonlyArray<NumberedClientFact>): number =>
  facts.reduce((sum, fact) => sum + JSON.stringify(fact).length + FACT_BYTES, 0)

const decodeFrame = Schema.decodeUnknownExit(Schema.fromJsonString(BrowserFrame))

export interface IncomingShape {
  readonly receive: (
    connection: AttachedConnection,
    text: string,
  ) => Effect.Effect<void, LogUnavailable>
  /** Charges these facts against the storage rate limit, or refuses them. */
  readonly countStored: (
    visit: LiveVisit,
    rateKey: string,
    facts: ReadonlyArray<NumberedClientFact>,
    now: number,
  ) => RateVerdict
  /** Stores client facts durably; returns the highest `n` stored. */
  readonly store: (
    visit: LiveVisit,
    facts: ReadonlyArray<NumberedClientFact>,
  ) => Effect.Effect<number, LogUnavailable | VisitClosed | ImpossibleFacts>
}

/** No document can have made these client facts (fact-order.ts); none of them is stored. */
export class ImpossibleFacts extends Data.TaggedError("ImpossibleFacts") {}

const incomingServices = Effect.all({
  log: VisitLog,
  rates: RateLimits,
  space: FreeSpace,
  metrics: GatewayMetrics,
  visits: Visits,
  statuses: PerformerStatuses,
  citations: Citations,
  rooms: RoomService,
})

type IncomingServices = Effect.Success<typeof incomingServices>

/** Stores the facts that are new. Runs under the visit's lock. */
const storeNew = Effect.fnUntraced(function* (
  { log, metrics }: IncomingServices,
  visit: LiveVisit,
  facts: ReadonlyArray<NumberedClientFact>,
) {
  const fresh = newFacts(visit, facts)
  if (fresh === null) return yield* new ImpossibleFacts()
  if (fresh.facts.length === 0) return
  visit.n = yield* log.storeFacts(visit.visit, fresh.facts, yield* Clock.currentTimeMillis)
  visit.factsAfter = fresh.factsAfter
  yield* metrics.clientFactsStored(fresh.facts.length)
  // Counted once per message, and without the content of the facts.
  if (fresh.facts.some(({ fact }) => fact._tag === "HydrationMismatched")) {
    yield* metrics.hydrationMismatched
  }
})

const storeFacts = Effect.fnUntraced(function* (
  services: IncomingServices,
  visit: LiveVisit,
  facts: ReadonlyArray<NumberedClientFact>,
) {
  if (facts.length === 0) return visit.n
  yield* visit.storing.withPermits(1)(storeNew(services, visit, facts))
  yield* services.citations.clientFactsStored(facts)
  services.rooms.clientFactsStored(visit, facts)
  // A document without a connection sends the performers that it shows again when it reconnects.
  const outbox = outboxOf(visit)
  if (outbox !== null) yield* services.statuses.clientFactsStored(outbox, facts)
  return visit.n
})

const countStored = (
  { rates }: IncomingServices,
  { owner, rateKey }: { readonly owner: LiveVisit["owner"]; readonly rateKey: string },
  facts: ReadonlyArray<NumberedClientFact>,
  now: number,
): RateVerdict =>
  rates.take(
    { storedBytesPerOwner: owner, storedBytesPerAddress: rateKey },
    now,
    storedBytes(facts),
  )

type FactsFrame = Extract<typeof BrowserFrame.Type, { readonly k: "facts" }>

/** The close arguments that refuse these facts; null where they may be stored. */
const factsRefusal = (
  services: IncomingServices,
  { visit, rateKey }: AttachedConnection,
  frame: FactsFrame,
  now: number,
): Parameters<AttachedConnection["outbox"]["close"]> | null => {
  const { space } = services
  if (frame.visit !== visit.visit || frame.epoch !== visit.epoch) {
    return [CLOSE.frameInvalid, "another visit's facts"]
  }
  if (!mayStore(space.level(), visit.member !== null)) {
    // The browser keeps facts that are not acknowledged, and sends all of them when it reconnects.
    return [CLOSE.storageFull, "storage full", RETRY_STORING_SECONDS * 1_000]
  }
  return countStored(services, { owner: visit.owner, rateKey }, frame.facts, now).allowed
    ? null
    : [CLOSE.tooSlow, "too much to store"]
}

const receiveFrame = Effect.fnUntraced(function* (
  services: IncomingServices,
  connection: AttachedConnection,
  text: string,
) {
  const { visit, outbox, rateKey } = connection
  // Frames that arrive after the close are sent again on the next stream.
  if (outbox.phase === "closed") return
  const now = yield* Clock.currentTimeMillis
  const limits = { factsPerOwner: visit.owner, factsPerAddress: rateKey }
  if (!services.rates.take(limits, now).allowed) {
    return outbox.close(CLOSE.tooSlow, "too many messages")
  }
  const read = decodeFrame(text)
  if (Exit.isFailure(read)) return outbox.close(CLOSE.frameInvalid, "frame invalid")
  const frame = read.value
  if (frame.k === "pong") return outbox.pong(frame.seq)
  const refusal = factsRefusal(services, connection, frame, now)
  if (refusal !== null) return outbox.close(...refusal)
  yield* storeFacts(services, visit, frame.facts).pipe(
    Effect.flatMap((n) =>
      Effect.map(monotonicMillis, (at) => {
        outbox.tell({ k: "stored", n }, at)
      }),
    ),
    Effect.catchTags({
      ImpossibleFacts: () => Effect.sync(() => outbox.close(CLOSE.frameInvalid, "frame invalid")),
      // Where the visit ended, the code that ended it sends `bye`.
      VisitClosed: ({ why }) =>
        Effect.sync(() => (why === "ended" ? undefined : retireVisit(services.visits, visit))),
    }),
  )
})

export class Incoming extends Context.Service<Incoming, IncomingShape>()("gateway/Incoming") {
  static readonly layer = Layer.effect(
    Incoming,
    Effect.map(incomingServices, (services) =>
      Incoming.of({
        store: (visit, facts) => storeFacts(services, visit, facts),
        countStored: ({ owner }, rateKey, facts, now) =>
          countStored(services, { owner, rateKey }, facts, now),
        receive: (connection, text) => receiveFrame(services, connection, text),
      }),
    ),
  )
}
