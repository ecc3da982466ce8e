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
