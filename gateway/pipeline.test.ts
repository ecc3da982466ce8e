/** The order in which facts reach the log, whatever the fibres do that bring them. */
import { Effect, Fiber, Layer, References } from "effect"
import { describe, expect, it } from "vitest"
import type { MemberId, TabId, VisitId } from "@foldcast/contracts/ids"
import type { Event } from "@foldcast/contracts/stream/event"
import { Ids, type IdsShape } from "./ids.ts"
import { type AppendEntry, EventLog, type EventLogShape, type OwnerId } from "./log/event-log.ts"
import { Pipeline } from "./pipeline.ts"
import { GatewayMetrics } from "./telemetry/metrics.ts"
import { recipientOf } from "./visits/fan-out.ts"
import { Visits, VisitTable } from "./visits/registry.ts"

const MEMBER = "m1" as MemberId

const balance = (credits: number): Event => ({ _tag: "CreditsChanged", credits })

const liveVisit = (table: VisitTable) =>
  table.begin(
    {
      visit: "visit-0001" as VisitId,
      tab: "t" as TabId,
      owner: "o1" as OwnerId,
      member: MEMBER,
      locale: "nl",
      brand: "foldcast",
      device: "desktop",
      noNude: false,
      tracking: {},
      base: "page",
      at: 0,
    },
    1,
    0,
  )

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
        return entries.map(({ visit: id, events }) => ({
          visit: id,
          from: 1,
          to: events.length,
          wires: [],
        }))
      }),
  }
  const layer = Pipeline.layer.pipe(
    Layer.provide(
      Layer.mergeAll(
        Layer.succeed(EventLog, log as EventLogShape),
        Layer.succeed(Visits, table),
        Layer.succeed(Ids, {
          eventId: () => String((ids += 1)),
        } as unknown as IdsShape),
        GatewayMetrics.layer,
      ),
    ),
  )
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
})
