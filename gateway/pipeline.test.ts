/** The order in which facts reach the log, whatever the fibres do that bring them. */
import { Effect, Fiber, Layer, References } from "effect"
import { describe, expect, it } from "vitest"
import { Epoch, type MemberId, type VisitId } from "@foldcast/contracts/ids"
import type { Event } from "@foldcast/contracts/stream/event"
import { Ids, type IdsShape } from "./ids.ts"
import { birthOf, creditsEvents } from "./log/event-log.fixtures.ts"
import {
  type AppendEntry,
  EventLog,
  type EventLogShape,
  type VisitHeader,
} from "./log/event-log.ts"
import { makeMemoryEventLog } from "./log/memory.ts"
import { Pipeline } from "./pipeline.ts"
import { GatewayMetrics } from "./telemetry/metrics.ts"
import { recipientOf } from "./visits/fan-out.ts"
import { Visits, VisitTable } from "./visits/registry.ts"

const MEMBER = "m1" as MemberId

const balance = (credits: number): Event => ({ _tag: "CreditsChanged", credits })

const headerOf = (visit: string): VisitHeader =>
  birthOf("a", { visit: visit as VisitId, member: MEMBER })

const liveVisit = (table: VisitTable) => table.begin(headerOf("visit-0001"), 1, 0)

const pipelineOn = (log: EventLogShape, table: VisitTable, ids: IdsShape) =>
  Pipeline.layer.pipe(
    Layer.provide(
      Layer.mergeAll(
        Layer.succeed(EventLog, log),
        Layer.succeed(Visits, table),
        Layer.succeed(Ids, ids),
        GatewayMetrics.layer,
      ),
    ),
  )

/** Carries appends out in the order in which they were asked for and answers later, as a thread does. */
const answersLater = (log: EventLogShape): EventLogShape => ({
  ...log,
  append: (entries) =>
    Effect.ensuring(
      log.append(entries),
      Effect.promise(() => new Promise(setImmediate)),
    ),
})

/** A pipeline whose log keeps what it was handed, in order. */
const withPipeline = <A>(
  program: (world: {
    readonly pipeline: typeof Pipeline.Service
    readonly visit: ReturnType<typeof liveVisit>
    /** The events' ids, which are given in the order in which facts come in. */
    readonly handed: ReadonlyArray<string>
    /** Their balances. */
    readonly told: ReadonlyArray<number>
  }) => Effect.Effect<A>,
) => {
  const table = new VisitTable()
  const visit = liveVisit(table)
  const handed: Array<string> = []
  const told: Array<number> = []
  let ids = 0
  const log: Partial<EventLogShape> = {
    append: (entries: ReadonlyArray<AppendEntry>) =>
      Effect.sync(() => {
        for (const { id, event } of entries.flatMap(({ events }) => events)) {
          handed.push(String(id))
          if (event._tag === "CreditsChanged") told.push(event.credits)
        }
        const appended = entries.map(({ visit: id, events }) => ({
          visit: id,
          from: 1,
          to: events.length,
          wires: [],
        }))
        return { appended, closed: [] }
      }),
  }
  const layer = pipelineOn(log as EventLogShape, table, {
    eventId: () => String((ids += 1)),
  } as unknown as IdsShape)
  return Effect.gen(function* () {
    return yield* program({ pipeline: yield* Pipeline, visit, handed, told })
  }).pipe(Effect.provide(layer), Effect.orDie, Effect.runPromise)
}

/** Yields every few steps, where a fibre may. */
const slowly = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.provideService(effect, References.MaxOpsBeforeYield, 3)

/** Gives a slow fibre its turns, and tells a fact of its own before each. */
const tellBesides = (times: number, telling: Effect.Effect<unknown, unknown>) =>
  Effect.forEach(
    Array.from({ length: times }),
    () => Effect.andThen(Effect.orDie(telling), Effect.yieldNow),
    { discard: true },
  )

describe("the pipeline", () => {
  it("hands facts to the log in the order in which they came in, however often a fibre yields", () =>
    withPipeline(({ pipeline, visit, handed }) =>
      Effect.gen(function* () {
        const tell = pipeline.decided([balance(1)], recipientOf(visit), { cause: null })
        const slow = yield* Effect.forkChild(slowly(tell))
        yield* tellBesides(40, tell)
        yield* Effect.orDie(Fiber.join(slow))
        expect(handed).toEqual(Array.from({ length: 41 }, (_, index) => String(index + 1)))
      }),
    ))

  it("lets no fact in between the comparison with what was told and the log", () =>
    withPipeline(({ pipeline, visit, told }) =>
      Effect.gen(function* () {
        const about = recipientOf(visit)
        const asked = pipeline.stamp(MEMBER)
        const answer = yield* Effect.forkChild(
          slowly(pipeline.answered([balance(7)], about, { cause: null, asked })),
        )
        yield* tellBesides(40, pipeline.decided([balance(1)], about, { cause: null }))
        const { overtaken } = yield* Effect.orDie(Fiber.join(answer))
        expect(told.indexOf(7)).toBe(overtaken ? -1 : 0)
      }),
    ))

  it("keeps a visit's facts in order where another visit, told the same, is closed", () => {
    const log = makeMemoryEventLog(Epoch.make("pipeline-epoch"))
    const table = new VisitTable()
    const closed = headerOf("visit-closed")
    const open = headerOf("visit-open")
    table.begin(closed, 1, 0)
    const only = table.begin(open, 1, 0)
    return Effect.gen(function* () {
      for (const header of [closed, open]) yield* log.begin(header, creditsEvents(1, 0))
      yield* log.append([{ visit: closed.visit, events: [], ends: true }])
      const pipeline = yield* Pipeline
      const about = recipientOf(only)
      const first = yield* Effect.forkChild(
        pipeline.decided([balance(1)], about, { cause: null }),
        { startImmediately: true },
      )
      yield* pipeline.decided([balance(2)], about, { cause: null, only })
      yield* Fiber.join(first)
      const stored = yield* log.read(open.visit, 1, 10)
      expect(stored.map(({ wire }) => /"credits":(\d)/u.exec(wire)?.[1])).toEqual(["1", "2"])
      expect(table.get(open.visit)?.head).toBe(3)
    }).pipe(
      Effect.provide(
        pipelineOn(answersLater(log), table, {
          eventId: () => crypto.randomUUID(),
        } as unknown as IdsShape),
      ),
      Effect.orDie,
      Effect.runPromise,
    )
  })
})
