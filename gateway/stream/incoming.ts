/**
 * What the browser says on its stream: pongs and client facts. A frame that is not in the protocol ends
 * the stream with 4503; values are never echoed.
 */
import { Clock, Context, Data, Effect, Exit, Layer, Schema } from "effect"
import { BrowserFrame, CLOSE, type NumberedClientFact } from "@foldcast/contracts/stream/frames"
import { Citations } from "../kept-answers/citations.ts"
import { EventLog, type LogUnavailable, type VisitClosed } from "../log/event-log.ts"
import { mayStore, RETRY_STORING_SECONDS } from "@foldcast/rules/storage-room"
import { FreeSpace } from "../log/free-space.ts"
import { monotonicMillis } from "@foldcast/rules/monotonic-time"
import type { RateVerdict } from "@foldcast/rules/rate-windows"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { RateLimits } from "../http/rate-limits.ts"
import { RoomService } from "../rooms/room-service.ts"
import { type LiveVisit, outboxOf, Visits } from "../visits/registry.ts"
import type { Connection } from "./attach.ts"
import { newFacts } from "./fact-order.ts"
import { PerformerStatuses } from "./performer-statuses.ts"

/** What a fact takes on the disk beside its text: its row, and its part of an index. */
const FACT_BYTES = 64

/** What these facts take of the disk. @internal A test counts it. */
export const storedBytes = (facts: ReadonlyArray<NumberedClientFact>): number =>
  facts.reduce((sum, fact) => sum + JSON.stringify(fact).length + FACT_BYTES, 0)

const decodeFrame = Schema.decodeUnknownExit(Schema.fromJsonString(BrowserFrame))

export interface IncomingShape {
  readonly receive: (connection: Connection, text: string) => Effect.Effect<void, LogUnavailable>
  /** Counts what these facts will take of the disk, or refuses them. */
  readonly countStored: (
    visit: LiveVisit,
    rateKey: string,
    facts: ReadonlyArray<NumberedClientFact>,
    now: number,
  ) => RateVerdict
  /** Stores client facts durably; answers the highest `n` stored. */
  readonly store: (
    visit: LiveVisit,
    facts: ReadonlyArray<NumberedClientFact>,
  ) => Effect.Effect<number, LogUnavailable | VisitClosed | ImpossibleFacts>
}

/** No document can have made these client facts (fact-order.ts): nothing of them is stored. */
export class ImpossibleFacts extends Data.TaggedError("ImpossibleFacts") {}

export class Incoming extends Context.Service<Incoming, IncomingShape>()("gateway/Incoming") {
  static readonly layer = Layer.effect(
    Incoming,
    Effect.gen(function* () {
      const log = yield* EventLog
      const rates = yield* RateLimits
      const space = yield* FreeSpace
      const metrics = yield* GatewayMetrics
      const visits = yield* Visits
      const statuses = yield* PerformerStatuses
      const citations = yield* Citations
      const rooms = yield* RoomService

      /** A visit that takes no more facts, though its session goes on: its browser begins a new one. */
      const retire = ({ visit, outbox }: Connection) => {
        visits.remove(visit)
        outbox.close(CLOSE.positionMismatch, "visit closed")
      }

      const storeNew = Effect.fnUntraced(function* (
        visit: LiveVisit,
        facts: ReadonlyArray<NumberedClientFact>,
      ) {
        const fresh = newFacts(visit, facts)
        if (fresh === null) return yield* new ImpossibleFacts()
        if (fresh.facts.length === 0) return
        visit.n = yield* log.storeFacts(visit.visit, fresh.facts, yield* Clock.currentTimeMillis)
        visit.factsAfter = fresh.factsAfter
        yield* metrics.clientFactsStored(fresh.facts.length)
        // Once for a message, however often it says it, and without what it would say.
        if (fresh.facts.some(({ fact }) => fact._tag === "HydrationMismatched")) {
          yield* metrics.hydrationMismatched
        }
      })

      const store: IncomingShape["store"] = Effect.fnUntraced(function* (visit, facts) {
        if (facts.length === 0) return visit.n
        yield* visit.storing.withPermits(1)(storeNew(visit, facts))
        yield* citations.clientFactsStored(facts)
        rooms.clientFactsStored(visit, facts)
        // A document whose connection is gone says again whom it shows, when it is back.
        const outbox = outboxOf(visit)
        if (outbox !== null) yield* statuses.clientFactsStored(outbox, facts)
        return visit.n
      })

      const countStored: IncomingShape["countStored"] = (visit, rateKey, facts, now) =>
        rates.take(
          { storedBytesPerOwner: visit.owner, storedBytesPerAddress: rateKey },
          now,
          storedBytes(facts),
        )

      return Incoming.of({
        store,
        countStored,
        receive: Effect.fnUntraced(function* (connection, text) {
          const { visit, outbox, rateKey } = connection
          // What still arrives on a stream that was closed is sent again on the next one.
          if (outbox.phase === "closed") return
          const now = yield* Clock.currentTimeMillis
          const verdict = rates.take({ factsPerOwner: visit.owner, factsPerAddress: rateKey }, now)
          if (!verdict.allowed) {
            outbox.close(CLOSE.tooSlow, "too many messages")
            return
          }
          const read = decodeFrame(text)
          if (Exit.isFailure(read)) {
            outbox.close(CLOSE.frameInvalid, "frame invalid")
            return
          }
          const frame = read.value
          if (frame.k === "pong") {
            outbox.pong(frame.seq)
            return
          }
          if (frame.visit !== visit.visit || frame.epoch !== log.epoch) {
            outbox.close(CLOSE.frameInvalid, "another visit's facts")
            return
          }
          if (!mayStore(space.room(), visit.member !== null)) {
            // Its browser keeps what was not acknowledged, and sends all of it when it comes again.
            outbox.close(CLOSE.storageFull, "storage full", RETRY_STORING_SECONDS * 1_000)
            return
          }
          if (!countStored(visit, rateKey, frame.facts, now).allowed) {
            outbox.close(CLOSE.tooSlow, "too much to store")
            return
          }
          yield* store(visit, frame.facts).pipe(
            Effect.flatMap((n) =>
              Effect.map(monotonicMillis, (now) => outbox.tell({ k: "stored", n }, now)),
            ),
            Effect.catchTag("ImpossibleFacts", () =>
              Effect.sync(() => outbox.close(CLOSE.frameInvalid, "frame invalid")),
            ),
            Effect.catchTag("VisitClosed", ({ why }) =>
              Effect.sync(() => {
                // Of an ended one `bye` is told by whoever ended it.
                if (why !== "ended") retire(connection)
              }),
            ),
          )
        }),
      })
    }),
  )
}
