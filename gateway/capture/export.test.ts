import { Effect, Stream } from "effect"
import { expect, it } from "vitest"
import { Epoch } from "@foldcast/contracts/ids"
import { birthOf, creditsEvents, visitId } from "../log/event-log.fixtures.ts"
import { type EventLogShape, VisitClosed } from "../log/event-log.ts"
import { makeMemoryEventLog } from "../log/memory.ts"
import { keyedDigest } from "./digests.ts"
import { exportVisits } from "./export.ts"

const BUILD = { build: "test", folds: "test" }

const exported = (log: EventLogShape, alongside: Effect.Effect<unknown, unknown> = Effect.void) =>
  Effect.gen(function* () {
    const visits = yield* log.list({ limit: 9 })
    yield* alongside
    const texts = yield* Stream.runCollect(exportVisits(log, visits, BUILD, keyedDigest("key")))
    return texts.join("").trimEnd().split("\n")
  })

const EVENTS = 1_234

const withVisit = () => {
  const log = makeMemoryEventLog(Epoch.make("epoch"))
  return { log, begun: log.begin(birthOf("a"), creditsEvents(EVENTS)) }
}

it("exports as many pages as the visit has, and ends at the position it began with", async () => {
  const { log, begun } = withVisit()
  const more = log.append([{ visit: visitId("a"), events: creditsEvents(700) }])
  const lines = await Effect.runPromise(Effect.andThen(begun, exported(log, more)))
  expect(lines).toHaveLength(EVENTS + 2)
  expect(lines.at(-1)).toContain(`"count":${EVENTS}`)
})

it("tells which answer was applied by its hash, and holds no body of it", async () => {
  const log = makeMemoryEventLog(Epoch.make("epoch"))
  const applied = {
    _tag: "AnswerApplied",
    key: "/api/performers?lang=nl&page=1&limit=30",
    status: 200,
    hash: "a".repeat(64),
  } as const
  // Whatever else a browser says of it.
  const fact = { ...applied, body: { performers: [{ username: "Mila" }] } }
  const lines = await Effect.runPromise(
    Effect.andThen(
      Effect.andThen(
        log.begin(birthOf("a"), creditsEvents(1)),
        log.storeFacts(visitId("a"), [{ n: 1, after: 1, at: 1, fact }], 1),
      ),
      exported(log),
    ),
  )
  const told = lines.filter((line) => line.includes("AnswerApplied"))
  expect(told.map((line) => (JSON.parse(line) as { fact: unknown }).fact)).toEqual([applied])
  expect(lines.join("")).not.toContain("Mila")
})

it("ends without a footer where the log turns out damaged, so that it reads as truncated", async () => {
  const { log, begun } = withVisit()
  const damagedLater: EventLogShape = {
    ...log,
    read: (visit, after, limit) =>
      after < 1_000
        ? log.read(visit, after, limit)
        : Effect.fail(new VisitClosed({ visit, why: "damaged" })),
  }
  const lines = await Effect.runPromise(Effect.andThen(begun, exported(damagedLater)))
  expect(lines).toHaveLength(1_001)
  expect(lines.join("")).not.toContain("stateHash")
})
