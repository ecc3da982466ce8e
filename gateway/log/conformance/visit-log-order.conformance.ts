/** What every log keeps of appends that come at once, and of one that many visits receive. */
import { Effect, Fiber } from "effect"
import { describe, expect } from "vitest"
import {
  creditsEvent,
  creditsEvents,
  memberId,
  visitHeader,
  visitId,
} from "../visit-log.fixtures.ts"
import { type StorageLayer, testsOver } from "./visit-storage.fixtures.ts"

export const appendOrderConformance = (environment: string, layer: StorageLayer) => {
  const run = testsOver(layer)

  describe(`appends at once (${environment})`, () => {
    run(
      "answers what is submitted and what is appended once each, in the order asked for",
      ({ log }) =>
        Effect.gen(function* () {
          yield* log.begin(visitHeader("a"), creditsEvents(1))
          yield* log.begin(visitHeader("b"), creditsEvents(1))
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
      ({ log, index }) =>
        Effect.gen(function* () {
          const names = Array.from({ length: 12 }, (_, index) => `v${index}`)
          for (const [index, name] of names.entries())
            yield* log.begin(
              visitHeader(name, { member: memberId(name) }),
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
          yield* index.forgetMember(memberId("v0"))
          expect(yield* log.read(visitId("v0"), 0, 10)).toEqual([])
          expect(yield* log.read(visitId("v1"), 2, 10)).toHaveLength(2)
        }),
    )

    run("keeps every visit contiguous under many appends at once", ({ log }) =>
      Effect.gen(function* () {
        const visits = Array.from({ length: 40 }, (_, index) => `v${index}`)
        yield* Effect.forEach(visits, (name) => log.begin(visitHeader(name), creditsEvents(1)), {
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
  })
}
