import { it } from "@effect/vitest"
import { Deferred, Effect, Layer, Logger, References } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect } from "vitest"
import type { VisitId } from "@foldcast/contracts/ids"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import type { CallOutcome } from "../upstream/frame.ts"
import {
  type PerformerRequest,
  PerformerService,
  type PerformerServiceShape,
} from "../upstream/performer-service.ts"
import { Outbox } from "../visits/outbox.ts"
import { PerformerStatuses } from "./performer-statuses.ts"
import type { Wire } from "../visits/wire.ts"

const LIMITS = { maxQueuedBytes: 1_000, heartbeatMs: 25_000, pongWithinMs: 8_000 }

class Document {
  readonly signals: Array<Record<string, number>> = []
  /** Gateway times of the signals. */
  readonly times: Array<number> = []
  queued = 0
  #n = 0
  readonly #wire: Wire = {
    transport: "websocket",
    isOpen: () => true,
    send: (json, id) => {
      const frame = JSON.parse(json) as {
        k: string
        data: { at: number; statuses: Record<string, number> }
      }
      expect([frame.k, id]).toEqual(["signal", null])
      this.signals.push(frame.data.statuses)
      this.times.push(frame.data.at)
    },
    queuedBytes: () => this.queued,
    drained: () => Promise.resolve(),
    end: () => undefined,
  }
  readonly outbox = new Outbox({
    wire: this.#wire,
    visit: "visit-0001" as VisitId,
    address: "192.0.2.1",
    key: null,
    epoch: "e1",
    position: 0,
    now: 0,
    random: 0,
    limits: LIMITS,
  })

  constructor() {
    this.outbox.goLive(this.outbox.position)
  }

  readonly shows = (...performerIds: ReadonlyArray<string>) =>
    Effect.flatMap(PerformerStatuses, (statuses) => {
      this.#n += 1
      const fact = { _tag: "PerformersShown", performerIds } as const
      return statuses.clientFactsStored(this.outbox, [{ n: this.#n, after: 1, at: 0, fact }])
    })
}

/** A fake performer service: its statuses, and the calls that it received. */
class Service {
  readonly statuses = new Map<string, number>()
  readonly asked: Array<ReadonlyArray<string>> = []
  answer: Effect.Effect<"answers" | "fails"> = Effect.succeed("answers")

  readonly shape = {
    call: (request: PerformerRequest): Effect.Effect<CallOutcome<unknown>> => {
      const ids = (request.query?.["ids"] ?? "").split(",")
      this.asked.push(ids)
      expect(request.query?.["limit"]).toBe("100")
      // The statuses of all performers, whatever a visitor has filtered.
      expect(request.noNude).toBe(false)
      return Effect.map(this.answer, (how): CallOutcome<unknown> => {
        if (how === "fails") return { _tag: "Unavailable" }
        const performers = ids.flatMap((id) => {
          const onlineStatus = this.statuses.get(id)
          return onlineStatus === undefined ? [] : [{ user: { id }, onlineStatus }]
        })
        return { _tag: "Answered", body: { performers } }
      })
    },
  }
}

const withService = <A, E>(
  use: (
    service: Service,
    said: ReadonlyArray<string>,
  ) => Effect.Effect<A, E, PerformerStatuses | GatewayMetrics>,
) => {
  const service = new Service()
  const said: Array<string> = []
  const layer = PerformerStatuses.layer({ everyMs: 1_000, maxPerformers: 20_000 }).pipe(
    Layer.provideMerge(GatewayMetrics.layer),
    Layer.provide(Layer.succeed(PerformerService, service.shape as PerformerServiceShape)),
    Layer.provide(
      Logger.layer([
        Logger.make(({ message }) => {
          said.push(String(message))
        }),
      ]),
    ),
    Layer.provide(Layer.succeed(References.MinimumLogLevel, "Info")),
  )
  return use(service, said).pipe(Effect.provide(layer))
}

describe("the statuses of performers", () => {
  it.effect("are sent at most once a second, and one that upstream does not list is offline", () =>
    withService((service) =>
      Effect.gen(function* () {
        const document = new Document()
        service.statuses.set("p1", 1)
        yield* document.shows("p1", "p2")
        yield* TestClock.adjust("999 millis")
        expect(document.signals).toEqual([])
        yield* TestClock.adjust("1 millis")
        expect(document.signals).toEqual([{ p1: 1, p2: 0 }])
        for (let tenth = 0; tenth < 40; tenth += 1) {
          service.statuses.set("p1", tenth % 2 === 0 ? 3 : 5)
          yield* document.shows("p1")
          yield* TestClock.adjust("100 millis")
        }
        expect(document.signals).toHaveLength(5)
      }),
    ),
  )

  it.effect("are asked for in hundreds, and not at all while nobody shows a performer", () =>
    withService((service) =>
      Effect.gen(function* () {
        yield* TestClock.adjust("10 seconds")
        const documents = [new Document(), new Document(), new Document()]
        const ids = Array.from({ length: 250 }, (_, index) => `p${index}`)
        for (const [index, document] of documents.entries()) {
          yield* document.shows(...ids.slice(index * 100, index * 100 + 100))
        }
        expect(service.asked).toEqual([])
        yield* TestClock.adjust("1 second")
        expect(service.asked.map(({ length }) => length)).toEqual([100, 100, 50])
        expect(service.asked.flat()).toEqual(ids)
        for (const document of documents) document.outbox.abandon()
        yield* TestClock.adjust("10 seconds")
        expect(service.asked).toHaveLength(3)
      }),
    ),
  )

  it.effect("wait for a slow answer: rounds never overlap", () =>
    withService((service) =>
      Effect.gen(function* () {
        const document = new Document()
        const answered = yield* Deferred.make<void>()
        service.answer = Effect.as(Deferred.await(answered), "answers" as const)
        yield* document.shows("p1")
        yield* TestClock.adjust("30 seconds")
        expect(service.asked).toHaveLength(1)
        yield* Deferred.succeed(answered, undefined)
        yield* TestClock.adjust("1 second")
        expect([service.asked.length, document.signals]).toEqual([2, [{ p1: 0 }]])
        // The time when the answer had arrived: later requests are newer.
        expect(document.times).toEqual([30_000])
      }),
    ),
  )

  it.effect(
    "are not sent while the service fails, which is asked ever less often, and reported once",
    () =>
      withService((service, said) =>
        Effect.gen(function* () {
          const document = new Document()
          service.statuses.set("p1", 1)
          service.answer = Effect.succeed("fails")
          yield* document.shows("p1")
          const counts: Array<number> = []
          for (let second = 1; second <= 22; second += 1) {
            yield* TestClock.adjust("1 second")
            counts.push(service.asked.length)
          }
          // Asked at seconds 1, 3, 7, 12, 17 and 22.
          expect(counts.findIndex((count) => count === 3)).toBe(6)
          expect([counts.at(11), counts.at(16), counts.at(21)]).toEqual([4, 5, 6])
          expect(document.signals).toEqual([])
          expect(said).toEqual(["performers' statuses are not heard"])
          service.answer = Effect.succeed("answers")
          yield* TestClock.adjust("5 seconds")
          expect(document.signals).toEqual([{ p1: 1 }])
          service.statuses.set("p1", 3)
          yield* TestClock.adjust("1 second")
          expect(document.signals).toEqual([{ p1: 1 }, { p1: 3 }])
          expect(said.at(-1)).toBe("performers' statuses are heard again")
          expect(said).toHaveLength(2)
        }),
      ),
  )

  it.effect("are sent again after a defect", () =>
    withService((service) =>
      Effect.gen(function* () {
        const document = new Document()
        service.answer = Effect.die("a defect")
        yield* document.shows("p1")
        yield* TestClock.adjust("1 second")
        service.answer = Effect.succeed("answers")
        yield* TestClock.adjust("2 seconds")
        expect(document.signals).toEqual([{ p1: 0 }])
      }),
    ),
  )

  it.effect(
    "are dropped, not queued, where half of a connection's queue is full, and are counted",
    () =>
      withService((service) =>
        Effect.gen(function* () {
          service.statuses.set("p1", 0)
          const [slow, quick] = [new Document(), new Document()]
          slow.queued = LIMITS.maxQueuedBytes / 2 + 1
          yield* slow.shows("p1")
          yield* quick.shows("p1")
          yield* TestClock.adjust("3 seconds")
          expect([slow.signals, quick.signals]).toEqual([[], [{ p1: 0 }]])
          slow.queued = 0
          yield* TestClock.adjust("1 second")
          expect(slow.signals).toEqual([{ p1: 0 }])
          const text = yield* (yield* GatewayMetrics).scrape
          expect(text).toContain('foldcast_signals_total{outcome="dropped"} 3')
          expect(text).toContain('foldcast_signals_total{outcome="sent"} 2')
          expect(text).toContain("foldcast_watched_performers 1")
        }),
      ),
  )
})
