/** The order in which facts from different sources reach the log, and the handling of failures. */
import { Cause, Effect, Exit, Fiber, Layer, Logger, References } from "effect"
import { describe, expect, it } from "vitest"
import { type CommandId, Epoch, type MemberId, type VisitId } from "@foldcast/contracts/ids"
import type { Event } from "@foldcast/contracts/stream/event"
import { Fatal } from "./fatal.ts"
import { Ids, type IdsShape } from "./ids.ts"
import { visitHeader, creditsEvents } from "./log/visit-log.fixtures.ts"
import type { VisitHeader } from "./log/visit-header.ts"
import {
  appendBy,
  type AppendEntry,
  VisitLog,
  type VisitLogShape,
  LogUnavailable,
} from "./log/visit-log.ts"
import { NO_WRITERS, writerOf } from "./log/writer.ts"
import { memoryVisitStorage } from "./log/memory.ts"
import { Pipeline } from "./pipeline.ts"
import { GatewayMetrics } from "./telemetry/metrics.ts"
import type { MemberFrame } from "./upstream/frame.ts"
import { recipientOf, Visits, VisitTable } from "./visits/registry.ts"
import type { Outbox } from "./visits/outbox.ts"

const MEMBER = "m1" as MemberId

const balance = (credits: number): Event => ({ _tag: "CreditsChanged", credits })

const creditsFrame = (credits: number): MemberFrame => ({
  source: "member-socket",
  call: "updated-credits",
  payload: { credits },
  about: { visit: null, owner: null, member: MEMBER },
})

const headerOf = (visit: string): VisitHeader =>
  visitHeader("a", { visit: visit as VisitId, member: MEMBER })

const liveVisit = (table: VisitTable) => table.begin(headerOf("visit-0001"), 1, 0)

const pipelineOn = (log: VisitLogShape, table: VisitTable, ids: IdsShape) =>
  Pipeline.layer.pipe(
    Layer.provide(
      Layer.mergeAll(
        Layer.succeed(VisitLog, log),
        Layer.succeed(Visits, table),
        Layer.succeed(Ids, ids),
        GatewayMetrics.layer,
      ),
    ),
    Layer.provideMerge(Fatal.layer),
  )

/** Commits appends in the order of submission and answers later, as a thread does. */
const answersLater = (log: VisitLogShape): VisitLogShape => {
  const submit: VisitLogShape["submit"] = (entries, settled) =>
    log.submit(entries, (exit) => void setImmediate(() => settled(exit)))
  return { ...log, submit, append: appendBy(submit) }
}

/** A pipeline whose log records the submitted events in order. */
const withPipeline = <A>(
  program: (world: {
    readonly pipeline: typeof Pipeline.Service
    readonly visit: ReturnType<typeof liveVisit>
    /** The events' ids, which are assigned in arrival order. */
    readonly handed: ReadonlyArray<string>
    /** The balances in the events. */
    readonly told: ReadonlyArray<number>
  }) => Effect.Effect<A>,
) => {
  const table = new VisitTable()
  const visit = liveVisit(table)
  const handed: Array<string> = []
  const told: Array<number> = []
  let ids = 0
  const log: Partial<VisitLogShape> = {
    submit: (entries: ReadonlyArray<AppendEntry>, settled) => {
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
      settled(Exit.succeed({ appended, closed: [] }))
    },
  }
  const layer = pipelineOn(log as VisitLogShape, table, {
    eventId: () => String((ids += 1)),
  } as unknown as IdsShape)
  return Effect.gen(function* () {
    return yield* program({ pipeline: yield* Pipeline, visit, handed, told })
  }).pipe(Effect.provide(layer), Effect.orDie, Effect.runPromise)
}

/** Makes fibres yield every few steps. */
const slowly = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.provideService(effect, References.MaxOpsBeforeYield, 3)

/** Gives a slow fibre its turns, and submits a fact before each. */
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

  it("accepts no fact between the comparison with the last one and the log", () =>
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
    const { log } = memoryVisitStorage(Epoch.make("pipeline-epoch"))
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
      yield* pipeline.decided([balance(2)], about, { cause: null, only: [only] })
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

  it("hands frames and commands' facts to the log in the order in which they came in", () =>
    withPipeline(({ pipeline, visit, handed, told }) =>
      Effect.gen(function* () {
        for (const credits of [1, 3, 5]) {
          pipeline.memberFrame(creditsFrame(credits))
          yield* pipeline.decided([balance(credits + 1)], recipientOf(visit), { cause: null })
        }
        expect(told).toEqual([1, 2, 3, 4, 5, 6])
        expect(handed).toEqual(["1", "2", "3", "4", "5", "6"])
      }).pipe(Effect.orDie),
    ))

  it("says of an answer whether facts told since its question have overtaken it", () =>
    withPipeline(({ pipeline, visit }) =>
      Effect.gen(function* () {
        const about = recipientOf(visit)
        const asked = pipeline.stamp(MEMBER)
        const answered = pipeline.answered([balance(7)], about, { cause: null, asked })
        expect(yield* answered).toEqual({ overtaken: false })
        yield* pipeline.decided([balance(1)], about, { cause: null })
        yield* pipeline.forgetAbsent
        expect(yield* answered).toEqual({ overtaken: true })
      }).pipe(Effect.orDie),
    ))

  it("logs whose a visit becomes and that it ends, and drops a visit that its log refuses", () => {
    const { log, index } = memoryVisitStorage(Epoch.make("pipeline-epoch"))
    const table = new VisitTable()
    const [ended, unknown, open] = ["visit-ended", "visit-unknown", "visit-open"].map((visit) =>
      table.begin(visitHeader("a", { visit: visit as VisitId }), 1, 0),
    )
    if (ended === undefined || unknown === undefined || open === undefined) throw new Error()
    return Effect.gen(function* () {
      for (const { visit } of [ended, open]) {
        yield* log.begin(visitHeader("a", { visit }), creditsEvents(1, 0))
      }
      const pipeline = yield* Pipeline
      const tell = (options: { readonly becomes?: MemberId; readonly ends?: boolean }) =>
        pipeline.decided([{ _tag: "AgeVerified" }], recipientOf(open), { cause: null, ...options })
      const only = [ended]
      yield* pipeline.decided([balance(1)], recipientOf(ended), { cause: null, only, ends: true })
      yield* tell({ becomes: MEMBER })
      expect(table.get(ended.visit)).toBe(ended)
      expect(table.get(unknown.visit)).toBeUndefined()
      expect(open).toMatchObject({ head: 2, projection: { isAgeVerified: true } })
      const stored = index.find(open.visit)
      expect(yield* stored).toMatchObject({ member: MEMBER, ended: false })
      yield* tell({ ends: true })
      expect(yield* stored).toMatchObject({ member: MEMBER, ended: true })
    }).pipe(
      Effect.provide(
        pipelineOn(log, table, { eventId: () => crypto.randomUUID() } as unknown as IdsShape),
      ),
      Effect.orDie,
      Effect.runPromise,
    )
  })

  describe("when something breaks", () => {
    const failure = new LogUnavailable({ operation: "append", detail: "no room", lasts: false })

    /** A pipeline whose log answers one turn later with `outcome`. */
    const breaking = <A>(
      outcome: Parameters<Parameters<VisitLogShape["submit"]>[1]>[0] | "stored",
      program: (world: {
        readonly pipeline: typeof Pipeline.Service
        readonly fatal: typeof Fatal.Service
        readonly table: VisitTable
        readonly visit: ReturnType<typeof liveVisit>
        readonly logged: ReadonlyArray<string>
      }) => Effect.Effect<A>,
    ) => {
      const table = new VisitTable()
      const visit = liveVisit(table)
      const log = answersLater(memoryVisitStorage(Epoch.make("pipeline-epoch")).log)
      const submit: VisitLogShape["submit"] = (entries, settled) =>
        log.submit(entries, (exit) => settled(outcome === "stored" ? exit : outcome))
      const logged: Array<string> = []
      const logger = Logger.make<unknown, void>(({ message }) => void logged.push(String(message)))
      const ids = { eventId: () => crypto.randomUUID() } as unknown as IdsShape
      return Effect.gen(function* () {
        yield* log.begin(headerOf("visit-0001"), creditsEvents(1, 0))
        const world = { pipeline: yield* Pipeline, fatal: yield* Fatal, table, visit, logged }
        return yield* program(world)
      }).pipe(
        Effect.provide(pipelineOn({ ...log, submit, append: appendBy(submit) }, table, ids)),
        Effect.provide(Logger.layer([logger])),
        Effect.orDie,
        Effect.runPromise,
      )
    }

    /** Waits until earlier submissions are answered and their effects have run. */
    const settled = Effect.promise(() => new Promise((resolve) => setImmediate(resolve))).pipe(
      Effect.andThen(Effect.yieldNow),
    )

    it("tells callers that wait, and drops the visits that know less than their logs", () =>
      breaking(Exit.fail(failure), ({ pipeline, table, visit }) =>
        Effect.gen(function* () {
          const exit = yield* Effect.exit(
            pipeline.decided([balance(1)], recipientOf(visit), { cause: null }),
          )
          expect(exit).toEqual(Exit.fail(failure))
          expect(table.get(visit.visit)).toBeUndefined()
        }),
      ))

    it.each([
      ["once its fact is stored", "stored", true],
      ["not where the log took no fact", Exit.fail(failure), false],
    ] as const)("confirms the command that a frame answers %s", (_, outcome, isConfirmed) =>
      breaking(outcome, ({ pipeline, visit }) =>
        Effect.gen(function* () {
          const frame = pipeline.decodeChatFrame({
            source: "chat-socket",
            call: "message",
            payload: {
              id: "c1",
              from: "mo",
              message: "dag",
              messageType: "room",
              recipient: "room",
            },
          })
          if (frame === null) throw new Error("the frame does not decode")
          let confirmed = false
          pipeline.roomFrame(frame, {
            room: { performerId: "p7", session: null },
            writers: NO_WRITERS,
            visits: [visit],
            author: {
              visit,
              cause: "command-1" as CommandId,
              onStored: () => {
                confirmed = true
              },
            },
          })
          yield* settled
          expect(confirmed).toBe(isConfirmed)
        }),
      ),
    )

    it("ends the process at a frame that a broken log does not take, and reports a full log", () =>
      Effect.runPromise(
        Effect.gen(function* () {
          const broken = new LogUnavailable({
            operation: "append",
            detail: "a torn disk",
            lasts: true,
          })
          yield* Effect.promise(() =>
            breaking(Exit.fail(broken), ({ pipeline, fatal }) =>
              Effect.gen(function* () {
                pipeline.memberFrame(creditsFrame(1))
                expect(yield* fatal.ended).toBe(broken)
              }),
            ),
          )
          yield* Effect.promise(() =>
            breaking(Exit.fail(failure), ({ pipeline, logged }) =>
              Effect.gen(function* () {
                pipeline.memberFrame(creditsFrame(1))
                yield* settled
                expect(logged).toEqual([failure.message])
              }),
            ),
          )
        }),
      ))

    it("reports a defect in delivering, answers once, and goes on", () =>
      breaking("stored", ({ pipeline, visit, logged }) =>
        Effect.gen(function* () {
          const broken = {
            deliver: () => {
              throw new Error("a broken outbox")
            },
          } as unknown as Outbox
          visit.attachment = { _tag: "Attached", outbox: broken }
          const told = pipeline.decided([balance(1)], recipientOf(visit), { cause: null })
          const exit = yield* Effect.exit(told)
          expect(Exit.isFailure(exit) && Cause.hasDies(exit.cause)).toBe(true)
          pipeline.memberFrame(creditsFrame(2))
          yield* settled
          expect(logged.join()).toContain("defect beside a request")
          visit.attachment = { _tag: "Detached", since: 0 }
          expect(Exit.isSuccess(yield* Effect.exit(told))).toBe(true)
          expect(visit.head).toBe(4)
        }),
      ))

    it("reports a frame about nothing that it knows, and throws nothing", () =>
      breaking("stored", ({ pipeline, logged }) =>
        Effect.gen(function* () {
          const frame = { ...creditsFrame(1), about: null } as unknown as MemberFrame
          pipeline.memberFrame(frame)
          yield* settled
          expect(logged.join()).toContain("defect beside a request")
        }),
      ))

    it("delivers what is stored, also where its caller was interrupted meanwhile", () =>
      breaking("stored", ({ pipeline, visit }) =>
        Effect.gen(function* () {
          const told = pipeline.decided([balance(1)], recipientOf(visit), { cause: null })
          const telling = yield* Effect.forkChild(told, { startImmediately: true })
          yield* Fiber.interrupt(telling)
          expect(visit.head).toBe(2)
        }),
      ))
  })

  it("tells a room's fact to all by one list, and to its author under the same id with the command", () => {
    const table = new VisitTable()
    const [author, ...others] = ["1", "2", "3"].map((name) =>
      table.begin(headerOf(`visit-room-${name}`), 1, 0),
    )
    if (author === undefined) return expect.fail("nobody is there")
    const handed: Array<AppendEntry> = []
    const log: Partial<VisitLogShape> = {
      submit: (entries, settled) => {
        handed.push(...entries)
        settled(Exit.succeed({ appended: [], closed: [] }))
      },
    }
    const frame = {
      source: "chat-socket",
      call: "admin-message",
      payload: { id: "m-1", message: "welkom" },
    } as const
    let told = 0
    return Effect.gen(function* () {
      const pipeline = yield* Pipeline
      const answer = {
        visit: author,
        cause: "command-1" as CommandId,
        onStored: () => (told += 1),
      }
      const room = { performerId: "p7", session: null }
      const audience = { room, visits: [author, ...others], writers: NO_WRITERS, author: answer }
      const read = pipeline.decodeChatFrame(frame)
      if (read === null) return expect.fail("it was not read")
      pipeline.roomFrame(read, audience)
      expect(pipeline.decodeChatFrame({ ...frame, payload: {} })).toBe(null)
      pipeline.roomFrame(read, { ...audience, visits: [] })
      const [own, first, second] = handed.map(({ events }) => events)
      expect(handed).toHaveLength(3)
      expect(first).toBe(second)
      expect(own).toEqual(first?.map((envelope) => ({ ...envelope, cause: "command-1" })))
      expect(first?.[0]).not.toHaveProperty("cause")
      expect(told).toBe(1)
    }).pipe(
      Effect.provide(
        pipelineOn(log as VisitLogShape, table, { eventId: () => "e-1" } as unknown as IdsShape),
      ),
      Effect.orDie,
      Effect.runPromise,
    )
  })

  it("hands a room's fact over with its writers, and knows who heard it when one of them is erased", () => {
    const table = new VisitTable()
    const [left, ...hearers] = ["1", "2", "3"].map((name) =>
      table.begin(headerOf(`visit-room-${name}`), 1, 0),
    )
    if (left === undefined) return expect.fail("nobody is there")
    const handed: Array<AppendEntry> = []
    const erased: Array<string> = []
    const log: Partial<VisitLogShape> = {
      submit: (entries, settled) => {
        handed.push(...entries)
        settled(Exit.succeed({ appended: [], closed: [] }))
      },
      eraseWriters: (writers) => Effect.sync(() => erased.push(...writers)),
    }
    const [anna, bert] = [writerOf(MEMBER), writerOf("m2" as MemberId)]
    const writers = new Map([
      ["anna", anna],
      ["bert", bert],
    ])
    const said = (id: string, from: string) => ({
      source: "chat-socket" as const,
      call: "message",
      payload: { id, from, message: "x", messageType: "member", recipient: "room" },
    })
    return Effect.gen(function* () {
      const pipeline = yield* Pipeline
      const room = { performerId: "p7", session: null }
      const audience = { room, visits: [left, ...hearers], writers, author: null }
      for (const frame of [said("1", "anna"), said("2", "bert"), said("3", "guest")]) {
        const read = pipeline.decodeChatFrame(frame)
        if (read !== null) pipeline.roomFrame(read, audience)
      }
      expect(handed.every((entry) => entry.writers === writers)).toBe(true)
      table.remove(left)
      handed.length = 0
      yield* pipeline.eraseWriter(anna)
      yield* pipeline.eraseWriter(anna)
      expect(erased).toEqual([anna, anna])
      expect(handed.map(({ visit, events }) => [visit, events[0]?.src, events[0]?.event])).toEqual(
        hearers.map(({ visit }) => [
          visit,
          { from: "gateway" },
          { _tag: "RoomLineErased", performerId: "p7", lineId: "1", line: "message" },
        ]),
      )
    }).pipe(
      Effect.provide(
        pipelineOn(log as VisitLogShape, table, { eventId: () => "e-1" } as unknown as IdsShape),
      ),
      Effect.orDie,
      Effect.runPromise,
    )
  })
})
