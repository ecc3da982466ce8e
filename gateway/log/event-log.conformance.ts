/**
 * What every implementation of the event log keeps. `memory.test.ts` and `sqlite.server.test.ts` run it.
 */
import { Arbitrary, Effect, Fiber, type Layer, Option, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { CommandId } from "@foldcast/contracts/ids"
import type { Event } from "@foldcast/contracts/stream/event"
import type { UnnumberedEnvelope } from "@foldcast/contracts/stream/envelope"
import {
  TERMS,
  birthOf,
  creditsEvent,
  creditsEvents,
  memberId,
  START,
  visitId,
  walletOpened,
} from "./event-log.fixtures.ts"
import { EventLog, type EventLogShape, VisitClosed } from "./event-log.ts"
import { UNNOTED_END_MS } from "./visit-life.ts"
import { MAX_CLIENT_FACTS_PER_VISIT, MAX_EVENTS_PER_VISIT } from "./visit-rules.ts"

const numbered = (events: ReadonlyArray<UnnumberedEnvelope>, first = 1) =>
  events.map((event, index) => ({
    seq: first + index,
    wire: JSON.stringify({ seq: first + index, ...event }),
  }))

/** One step of the model test: the numbers choose among few visits, so that they meet. */
const Step = Schema.Struct({
  kind: Schema.Literals(["begin", "append", "end", "both", "facts"]),
  visit: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3 })),
  other: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3 })),
  count: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 4 })),
})

const MEMBER_LOADED: Event = {
  _tag: "MemberLoaded",
  username: "sanne",
  capName: "Sanne",
  email: "sanne@example.test",
  verified: true,
  endUserText: null,
  lander: null,
  showChangeUsername: false,
  welcomed: false,
}
const sessionOpened = (sessionId: string): Event => ({
  _tag: "PaymentSessionOpened",
  sessionId,
  paymentURL: "https://bank.test/",
})
const BOUGHT: Event = {
  _tag: "BundleBought",
  sessionId: "ps_1",
  bundleId: "b10",
  credits: 600,
  amountCents: 1_000,
  transactionId: "tx_1",
}

interface ModelVisit {
  readonly wires: Array<string>
  readonly facts: Set<number>
  ended: boolean
}

export const eventLogConformance = (
  environment: string,
  layer: () => Layer.Layer<EventLog, unknown>,
) => {
  const withLog = <A, E>(use: (log: EventLogShape) => Effect.Effect<A, E>) =>
    Effect.runPromise(EventLog.use(use).pipe(Effect.provide(layer())))
  const run = <A, E>(name: string, use: (log: EventLogShape) => Effect.Effect<A, E>) =>
    it(name, () => withLog(use).then(() => undefined))

  describe(`event log (${environment})`, () => {
    run("begins a visit at position 1 and goes on without a gap", (log) =>
      Effect.gen(function* () {
        const begun = yield* log.begin(birthOf("a"), creditsEvents(2))
        expect([begun.from, begun.to]).toEqual([1, 2])
        const more = yield* log.append([{ visit: visitId("a"), events: creditsEvents(3, 3) }])
        expect(more).toMatchObject({ appended: [{ from: 3, to: 5 }], closed: [] })
        expect((yield* log.read(visitId("a"), 0, 10)).map(({ seq }) => seq)).toEqual([
          1, 2, 3, 4, 5,
        ])
        const record = Option.getOrThrow(yield* log.find(visitId("a")))
        expect(record).toMatchObject({
          ...birthOf("a"),
          head: 5,
          n: 0,
          ended: false,
          epoch: log.epoch,
        })
      }),
    )

    run("reads back byte for byte what was appended, as it was delivered", (log) =>
      Effect.gen(function* () {
        const events = creditsEvents(20)
        const begun = yield* log.begin(birthOf("a"), events)
        const read = yield* log.read(visitId("a"), 0, 100)
        expect(read).toEqual(numbered(events))
        expect(read.map(({ wire }) => wire)).toEqual(begun.wires)
        expect(yield* log.read(visitId("a"), 7, 5)).toEqual(numbered(events).slice(7, 12))
        expect(yield* log.read(visitId("a"), 20, 5)).toEqual([])
        expect(yield* log.read(visitId("nobody"), 0, 5)).toEqual([])
      }),
    )

    run("appends to many visits at once, and to the others where some are closed", (log) =>
      Effect.gen(function* () {
        yield* log.begin(birthOf("a"), creditsEvents(1))
        yield* log.begin(birthOf("b"), creditsEvents(1))
        yield* log.begin(birthOf("c"), creditsEvents(1))
        yield* log.append([{ visit: visitId("b"), events: creditsEvents(1), ends: true }])
        const { appended, closed } = yield* log.append([
          { visit: visitId("nobody"), events: creditsEvents(1) },
          { visit: visitId("a"), events: creditsEvents(1) },
          { visit: visitId("b"), events: creditsEvents(1) },
          { visit: visitId("c"), events: creditsEvents(1) },
        ])
        expect(appended).toMatchObject([
          { visit: visitId("a"), from: 2, to: 2 },
          { visit: visitId("c"), from: 2, to: 2 },
        ])
        expect(closed).toEqual([
          new VisitClosed({ visit: visitId("nobody"), why: "unknown" }),
          new VisitClosed({ visit: visitId("b"), why: "ended" }),
        ])
        const heads = yield* Effect.forEach(["a", "b", "c"], (name) =>
          log.read(visitId(name), 0, 10).pipe(Effect.map((read) => read.length)),
        )
        expect(heads).toEqual([2, 2, 2])
      }),
    )

    run("follows entries of one append that name the same visit twice", (log) =>
      Effect.gen(function* () {
        yield* log.begin(birthOf("a"), creditsEvents(1))
        const { appended } = yield* log.append([
          { visit: visitId("a"), events: creditsEvents(2) },
          { visit: visitId("a"), events: creditsEvents(2) },
        ])
        expect(appended).toMatchObject([
          { from: 2, to: 3 },
          { from: 4, to: 5 },
        ])
        const last = yield* log.append([
          { visit: visitId("a"), events: creditsEvents(1), ends: true },
          { visit: visitId("a"), events: creditsEvents(1) },
        ])
        expect(last).toMatchObject({ appended: [{ from: 6, to: 6 }], closed: [{ why: "ended" }] })
        expect(Option.getOrThrow(yield* log.find(visitId("a")))).toMatchObject({
          head: 6,
          ended: true,
        })
      }),
    )

    run("refuses an unknown visit, an ended one and a second beginning", (log) =>
      Effect.gen(function* () {
        const append = log.append([{ visit: visitId("a"), events: creditsEvents(1) }])
        expect(yield* append).toMatchObject({ appended: [], closed: [{ why: "unknown" }] })
        yield* log.begin(birthOf("a"), creditsEvents(1))
        expect(yield* Effect.flip(log.begin(birthOf("a"), creditsEvents(1)))).toMatchObject({
          why: "ended",
        })
        yield* log.append([{ visit: visitId("a"), events: creditsEvents(1), ends: true }])
        expect(yield* append).toMatchObject({ appended: [], closed: [{ why: "ended" }] })
        expect(
          yield* Effect.flip(log.storeFacts(visitId("a"), [walletOpened(1)], START)),
        ).toMatchObject({ why: "ended" })
        expect(Option.getOrThrow(yield* log.find(visitId("a")))).toMatchObject({
          head: 2,
          ended: true,
        })
      }),
    )

    run("closes a full visit, whose last words are still accepted", (log) =>
      Effect.gen(function* () {
        yield* log.begin(birthOf("a"), creditsEvents(MAX_EVENTS_PER_VISIT - 1))
        const refused = yield* log.append([{ visit: visitId("a"), events: creditsEvents(2) }])
        expect(refused).toMatchObject({ appended: [], closed: [{ why: "full" }] })
        yield* log.append([{ visit: visitId("a"), events: creditsEvents(1) }])
        const last = yield* log.append([
          { visit: visitId("a"), events: creditsEvents(1), ends: true },
        ])
        expect(last).toMatchObject({ appended: [{ to: MAX_EVENTS_PER_VISIT + 1 }] })
        expect(
          (yield* log.read(visitId("a"), MAX_EVENTS_PER_VISIT, 10)).map(({ seq }) => seq),
        ).toEqual([MAX_EVENTS_PER_VISIT + 1])
      }),
    )

    run("stores each client fact once, over gaps and in any order", (log) =>
      Effect.gen(function* () {
        yield* log.begin(birthOf("a"), creditsEvents(1))
        expect(yield* log.storeFacts(visitId("a"), [walletOpened(1), walletOpened(2)], START)).toBe(
          2,
        )
        expect(
          yield* log.storeFacts(visitId("a"), [walletOpened(2), walletOpened(5)], START + 9),
        ).toBe(5)
        expect(yield* log.storeFacts(visitId("a"), [walletOpened(4)], START + 10)).toBe(5)
        const facts = yield* log.readFacts(visitId("a"), 1, 10)
        expect(facts).toEqual([
          { ...walletOpened(2), storedAt: START },
          { ...walletOpened(4), storedAt: START + 10 },
          { ...walletOpened(5), storedAt: START + 9 },
        ])
        expect(yield* log.readFacts(visitId("a"), 0, 1)).toHaveLength(1)
        expect(Option.getOrThrow(yield* log.find(visitId("a"))).n).toBe(5)
        expect(yield* log.readFacts(visitId("nobody"), 0, 10)).toEqual([])
        const last = [walletOpened(MAX_CLIENT_FACTS_PER_VISIT)]
        expect(yield* log.storeFacts(visitId("a"), last, START)).toBe(MAX_CLIENT_FACTS_PER_VISIT)
        const tooMany = log.storeFacts(
          visitId("a"),
          [walletOpened(MAX_CLIENT_FACTS_PER_VISIT + 1)],
          START,
        )
        expect(yield* Effect.flip(tooMany)).toMatchObject({ why: "full" })
      }),
    )

    run(
      "finds visits by what they tell of payments, people and failures, and by nothing else",
      (log) =>
        Effect.gen(function* () {
          const { asked } = TERMS
          const names = (...terms: ReadonlyArray<ReadonlyArray<string>>) =>
            log
              .list({ terms, limit: 10 })
              .pipe(Effect.map((records) => records.map(({ visit }) => visit)))
          const [a, b] = [visitId("a"), visitId("b")]
          const events = (...told: ReadonlyArray<Event>) =>
            told.map((event) => ({ ...creditsEvent(1), event }))
          yield* log.begin(birthOf("a"), events(MEMBER_LOADED))
          yield* log.begin(birthOf("b"), [creditsEvent(1)])
          yield* log.append([
            { visit: a, events: events(...["ps_1", "ps_2"].map(sessionOpened)) },
            { visit: b, events: events(BOUGHT) },
          ])
          const commandId = CommandId.make("3f2b8c1e-9d7a-4c55-b1aa-0b0000000021")
          yield* log.storeFacts(
            b,
            [
              {
                ...walletOpened(1),
                fact: { _tag: "CommandSent", commandId, command: "LoadWallet" },
              },
              {
                ...walletOpened(2),
                fact: {
                  _tag: "AnswerApplied",
                  key: "/",
                  status: 503,
                  hash: "",
                  reference: "7K3M-QX9F",
                },
              },
              // Their browser may name anybody's payments.
              {
                ...walletOpened(3),
                fact: {
                  _tag: "CommandSent",
                  commandId,
                  command: "CheckPayment",
                  sessionId: "ps_2",
                },
              },
              {
                ...walletOpened(4),
                fact: {
                  _tag: "TabRestored",
                  tab: birthOf("b").tab,
                  slice: { dialog: null, basket: null, openSessionIds: ["ps_2"] },
                },
              },
            ],
            START,
          )
          expect(yield* names(asked.email(" Sanne@Example.test"))).toEqual([a])
          expect(yield* names(asked.email("anne@example.test"))).toEqual([])
          expect(yield* names(asked.payment("ps_2"))).toEqual([a])
          expect(yield* names(asked.payment("tx_1"))).toEqual([b])
          expect(yield* names(asked.payment("PS_1"))).toEqual([])
          expect((yield* names(asked.payment("ps_1"))).toSorted()).toEqual([a, b])
          expect(yield* names(asked.payment("ps_1"), asked.reference("0000-0011"))).toEqual([b])
          expect(yield* names(asked.reference("7k3m qx9f"))).toEqual([b])
          yield* log.forgetBefore(START + 1_000_000)
          expect(yield* names(asked.payment("ps_1"))).toEqual([])
        }),
    )

    run("finds visits by member, owner, tab, time, liveness and problem reference", (log) =>
      Effect.gen(function* () {
        const shared = { tab: birthOf("x").tab, owner: birthOf("x").owner }
        yield* log.begin(birthOf("a", shared), [creditsEvent(1, START + 10)])
        yield* log.begin(birthOf("b", { ...shared, at: START + 100 }), [
          creditsEvent(1, START + 110),
        ])
        yield* log.begin(birthOf("c", { at: START + 200 }), [creditsEvent(1, START + 210)])
        yield* log.append([
          { visit: visitId("b"), events: [creditsEvent(2, START + 300)], member: memberId("m") },
        ])
        yield* log.append([
          { visit: visitId("c"), events: [creditsEvent(2, START + 220)], member: null, ends: true },
        ])
        yield* log.noteReference(visitId("c"), "7K3M-QX9F")
        yield* log.noteReference(visitId("nobody"), "7K3M-0000")
        const names = (query: Parameters<EventLogShape["list"]>[0]) =>
          log.list(query).pipe(Effect.map((records) => records.map(({ visit }) => visit)))
        const [a, b, c] = [visitId("a"), visitId("b"), visitId("c")]
        expect(yield* names({ limit: 10 })).toEqual([b, c, a])
        expect(yield* names({ limit: 2 })).toEqual([b, c])
        expect(yield* names({ member: memberId("m"), limit: 10 })).toEqual([b])
        expect(yield* names({ ...shared, limit: 10 })).toEqual([b, a])
        expect(yield* names({ tab: shared.tab, limit: 10 })).toEqual([b, a])
        expect(yield* names({ owner: shared.owner, limit: 10 })).toEqual([b, a])
        expect(yield* names({ onlyLive: true, limit: 10 })).toEqual([b, a])
        expect(yield* names({ terms: [TERMS.asked.reference("7k3mqx9f")], limit: 10 })).toEqual([c])
        expect(yield* names({ terms: [TERMS.asked.reference("7K3M-0000")], limit: 10 })).toEqual([])
        expect(yield* names({ from: START + 211, to: START + 250, limit: 10 })).toEqual([b, c])
        expect(yield* names({ to: START + 99, limit: 10 })).toEqual([a])
      }),
    )

    run("finds by time what looking at every visit finds, however long they lived", (log) =>
      Effect.gen(function* () {
        // Lives from a moment to two months, on a grid that puts several in the same minute.
        const lives = Array.from({ length: 60 }, (_, index) => {
          const at = START + ((index * 37) % 60) * 3_700_000
          return { name: `v${index}`, at, last: at + (index % 5 === 0 ? 0 : 2 ** (index % 33)) }
        })
        for (const { name, at, last } of lives) {
          yield* log.begin(birthOf(name, { at }), [creditsEvent(1, at)])
          yield* log.append([{ visit: visitId(name), events: [creditsEvent(2, last)] }])
        }
        const moments = [0, 1, 3_700_000, 100_000_000, 222_000_000, 10_000_000_000]
        for (const from of [undefined, ...moments.map((moment) => START + moment)])
          for (const to of [undefined, ...moments.map((moment) => START + moment)])
            for (const limit of [1, 7, 100]) {
              const span = {
                ...(from !== undefined && { from }),
                ...(to !== undefined && { to }),
              }
              const expected = lives
                .filter(({ at, last }) => last >= (from ?? 0) && at <= (to ?? last))
                .toReversed()
                .toSorted((a, b) => b.last - a.last)
                .slice(0, limit)
              const listed = yield* log.list({ ...span, limit })
              expect(listed.map(({ visit }) => visit)).toEqual(
                expected.map(({ name }) => visitId(name)),
              )
            }
        const before = START + 100_000_000
        expect(yield* log.forgetBefore(before)).toBe(
          lives.filter(({ last }) => last < before).length,
        )
      }),
    )

    run("finds by time a visit of which only the minute or only the span has changed", (log) =>
      Effect.gen(function* () {
        const minute = 60_000 * Math.ceil(START / 60_000)
        const lived = function* (name: string, moments: ReadonlyArray<number>) {
          const [at = 0, ...later] = moments
          yield* log.begin(birthOf(name, { at }), [creditsEvent(1, at)])
          for (const moment of later)
            yield* log.append([{ visit: visitId(name), events: [creditsEvent(2, moment)] }])
        }
        yield* lived("minute", [minute - 100, minute + 100])
        const began = minute + 30_000
        yield* lived("span", [began, began + 119_000, began + 121_000])
        const names = (query: Parameters<EventLogShape["list"]>[0]) =>
          log.list(query).pipe(Effect.map((records) => records.map(({ visit }) => visit)))
        expect(yield* names({ from: minute, to: minute, limit: 9 })).toEqual([visitId("minute")])
        expect(yield* names({ from: minute, limit: 9 })).toEqual(["span", "minute"].map(visitId))
        const last = { from: began + 121_000, to: began + 121_000, limit: 9 }
        expect(yield* names(last)).toEqual([visitId("span")])
        expect(yield* log.forgetBefore(minute)).toBe(0)
        expect(yield* log.forgetBefore(minute + 101)).toBe(1)
      }),
    )

    run("lists the visits that were in use since, also those whose stream never ended", (log) =>
      Effect.gen(function* () {
        const note = (name: string, what: "attach" | "close", at: number) =>
          log.noteConnection(visitId(name), { at, what, seq: 1, transport: "sse", code: null })
        const now = START + 10 * UNNOTED_END_MS
        for (const name of ["a", "b", "c", "d", "e"]) {
          yield* log.begin(birthOf(name, { at: START }), [creditsEvent(1, START)])
          yield* note(name, "attach", START)
        }
        yield* note("b", "attach", now - 2)
        yield* note("b", "close", now - 1)
        yield* note("c", "close", now)
        yield* note("d", "attach", now - UNNOTED_END_MS)
        yield* log.append([{ visit: visitId("e"), events: [creditsEvent(2, now)] }])
        const used = yield* log.list({ usedSince: now, onlyLive: true, limit: 10 })
        expect(new Set(used.map(({ visit }) => visit))).toEqual(
          new Set([visitId("c"), visitId("d"), visitId("e")]),
        )
      }),
    )

    run("keeps connection notes in order and drops those of unknown visits", (log) =>
      Effect.gen(function* () {
        yield* log.begin(birthOf("a"), creditsEvents(1))
        const attach = {
          at: START,
          what: "attach",
          seq: 0,
          transport: "websocket",
          code: null,
        } as const
        const close = {
          at: START + 1,
          what: "close",
          seq: 1,
          transport: "websocket",
          code: 4008,
        } as const
        yield* log.noteConnection(visitId("a"), attach)
        yield* log.noteConnection(visitId("a"), close)
        yield* log.noteConnection(visitId("nobody"), close)
        expect(yield* log.readConnections(visitId("a"))).toEqual([attach, close])
        expect(yield* log.readConnections(visitId("nobody"))).toEqual([])
      }),
    )

    run("forgets whole visits by age and by member, and nothing else", (log) =>
      Effect.gen(function* () {
        for (let index = 0; index < 50; index++)
          yield* log.begin(birthOf(`old-${index}`), [creditsEvent(1, START)])
        yield* log.begin(birthOf("new"), [creditsEvent(1, START + 100)])
        yield* log.begin(birthOf("m1", { member: memberId("m") }), [creditsEvent(1, START + 200)])
        yield* log.noteReference(visitId("old-0"), "0LD0-0LD0")
        expect(yield* log.forgetBefore(START + 100)).toBe(50)
        expect(yield* log.forgetBefore(START + 100)).toBe(0)
        expect(Option.isNone(yield* log.find(visitId("old-0")))).toBe(true)
        expect(yield* log.read(visitId("old-0"), 0, 10)).toEqual([])
        expect(yield* log.list({ terms: [TERMS.asked.reference("0LD0-0LD0")], limit: 10 })).toEqual(
          [],
        )
        yield* log.begin(birthOf("l1", { member: memberId("l") }), [creditsEvent(1, START + 200)])
        yield* log.begin(birthOf("m2", { member: memberId("m") }), [creditsEvent(1, START + 200)])
        expect(yield* log.members(null, 9)).toEqual([memberId("l"), memberId("m")])
        expect(yield* log.members(null, 1)).toEqual([memberId("l")])
        expect(yield* log.members(memberId("l"), 9)).toEqual([memberId("m")])
        expect(yield* log.forgetMember(memberId("m"))).toBe(2)
        expect(yield* log.forgetMember(memberId("l"))).toBe(1)
        expect((yield* log.list({ limit: 10 })).map(({ visit }) => visit)).toEqual([visitId("new")])
        const begun = yield* log.begin(birthOf("old-0"), creditsEvents(1))
        expect(begun.from).toBe(1)
      }),
    )

    run("answers what is submitted and what is appended once each, in the order asked for", (log) =>
      Effect.gen(function* () {
        yield* log.begin(birthOf("a"), creditsEvents(1))
        yield* log.begin(birthOf("b"), creditsEvents(1))
        yield* log.append([{ visit: visitId("b"), events: [], ends: true }])
        const answered: Array<string> = []
        const entries = (name: string) => [{ visit: visitId(name), events: creditsEvents(1) }]
        const appending: Array<Fiber.Fiber<unknown, unknown>> = []
        for (let index = 0; index < 20; index++) {
          const name = index % 5 === 0 ? "b" : "a"
          if (index % 2 === 0)
            log.submit(entries(name), (exit) => answered.push(`${index} ${exit._tag}`))
          else {
            const append = Effect.tap(Effect.exit(log.append(entries(name))), (exit) =>
              Effect.sync(() => answered.push(`${index} ${exit._tag}`)),
            )
            appending.push(yield* Effect.forkChild(append, { startImmediately: true }))
          }
        }
        yield* Fiber.joinAll(appending)
        expect(answered).toEqual(Array.from({ length: 20 }, (_, index) => `${index} Success`))
        const read = yield* log.read(visitId("a"), 0, 100)
        expect(read).toHaveLength(17)
        expect(yield* log.read(visitId("b"), 0, 100)).toHaveLength(1)
      }),
    )

    run(
      "gives each of many visits that are told one thing its own position, and takes it from one",
      (log) =>
        Effect.gen(function* () {
          const names = Array.from({ length: 12 }, (_, index) => `v${index}`)
          for (const [index, name] of names.entries())
            yield* log.begin(
              birthOf(name, { member: memberId(name) }),
              creditsEvents(1 + (index % 3)),
            )
          yield* log.append([{ visit: visitId("v5"), events: [], ends: true }])
          const told = creditsEvents(2)
          const { appended, closed } = yield* log.append(
            names.map((name) => ({ visit: visitId(name), events: told })),
          )
          expect(closed.map(({ visit, why }) => [visit, why])).toEqual([[visitId("v5"), "ended"]])
          for (const { visit, from, wires } of appended) {
            expect(yield* log.read(visit, from - 1, 10)).toEqual(
              wires.map((wire, index) => ({ seq: from + index, wire })),
            )
            expect(JSON.parse(wires[1] ?? "")).toEqual({ seq: from + 1, ...told[1] })
          }
          yield* log.forgetMember(memberId("v0"))
          expect(yield* log.read(visitId("v0"), 0, 10)).toEqual([])
          expect(yield* log.read(visitId("v1"), 2, 10)).toHaveLength(2)
        }),
    )

    run("keeps every visit contiguous under many appends at once", (log) =>
      Effect.gen(function* () {
        const visits = Array.from({ length: 40 }, (_, index) => `v${index}`)
        yield* Effect.forEach(visits, (name) => log.begin(birthOf(name), creditsEvents(1)), {
          concurrency: "unbounded",
        })
        const appends = Array.from({ length: 1_000 }, (_, index) => index)
        const answers = yield* Effect.forEach(
          appends,
          (index) =>
            log.append([
              { visit: visitId(`v${index % 40}`), events: [creditsEvent(index)] },
              { visit: visitId(`v${(index + 7) % 40}`), events: [creditsEvent(index)] },
            ]),
          { concurrency: "unbounded" },
        )
        for (const name of visits) {
          const read = yield* log.read(visitId(name), 0, 1_000)
          expect(read.map(({ seq }) => seq)).toEqual(
            Array.from({ length: 51 }, (_, index) => index + 1),
          )
          const delivered = answers
            .flatMap(({ appended }) => appended)
            .filter(({ visit }) => visit === visitId(name))
          expect(delivered.flatMap(({ wires }) => wires).toSorted()).toEqual(
            read
              .slice(1)
              .map(({ wire }) => wire)
              .toSorted(),
          )
        }
      }),
    )

    it("agrees with a list of arrays on any sequence of operations", async () => {
      const steps = Arbitrary.array(Arbitrary.schema(Step), { minLength: 1, maxLength: 40 })
      const agrees = (log: EventLogShape, run: number, plan: ReadonlyArray<typeof Step.Type>) =>
        Effect.gen(function* () {
          const model = new Map<string, ModelVisit>()
          const name = (visit: number) => `r${run}-${visit}`
          for (const [index, step] of plan.entries()) {
            const visit = visitId(name(step.visit))
            const known = model.get(visit)
            const events = creditsEvents(step.count, index * 10)
            const entries =
              step.kind === "both"
                ? [...new Set([step.visit, step.other])].map((each) => ({
                    visit: visitId(name(each)),
                    events,
                  }))
                : [{ visit, events, ends: step.kind === "end" }]
            if (step.kind === "begin") {
              const done = yield* Effect.result(log.begin(birthOf(name(step.visit)), events))
              if ((done._tag === "Success") !== (known === undefined)) return false
              if (known === undefined)
                model.set(visit, {
                  wires: numbered(events).map(({ wire }) => wire),
                  facts: new Set(),
                  ended: false,
                })
            } else if (step.kind === "facts") {
              const facts = Array.from({ length: step.count }, (_, offset) =>
                walletOpened(step.other + offset + 1),
              )
              const done = yield* Effect.result(log.storeFacts(visit, facts, START))
              const allowed = known !== undefined && !known.ended
              if ((done._tag === "Success") !== allowed) return false
              if (allowed) for (const fact of facts) known.facts.add(fact.n)
            } else {
              const { closed } = yield* log.append(entries)
              const refused = new Set<string>(closed.map((one) => one.visit))
              for (const entry of entries) {
                const target = model.get(entry.visit)
                const open = target?.ended === false
                if (refused.has(entry.visit) === open) return false
                if (!open) continue
                target.wires.push(
                  ...numbered(events, target.wires.length + 1).map(({ wire }) => wire),
                )
                if (step.kind === "end") target.ended = true
              }
            }
          }
          for (const [visit, expected] of model) {
            const read = yield* log.read(visit as ReturnType<typeof visitId>, 0, 1_000)
            if (read.map(({ wire }) => wire).join("\n") !== expected.wires.join("\n")) return false
            const facts = yield* log.readFacts(visit as ReturnType<typeof visitId>, 0, 1_000)
            if (
              facts.map(({ n }) => n).join() !==
              [...expected.facts].toSorted((a, b) => a - b).join()
            )
              return false
            const record = yield* log.find(visit as ReturnType<typeof visitId>)
            if (Option.getOrThrow(record).head !== expected.wires.length) return false
          }
          return true
        })
      const result = await withLog((log) => {
        let runs = 0
        return Arbitrary.checkEffect(steps, (plan) => agrees(log, ++runs, plan), {
          runs: 60,
          seed: "event-log",
        })
      })
      expect(Arbitrary.formatCheckFailure(result)).toBeUndefined()
    })
  })
}
