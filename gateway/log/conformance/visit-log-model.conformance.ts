/** Every log agrees with lists of arrays. */
import { Arbitrary, Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import type { UnnumberedEnvelope } from "@foldcast/contracts/stream/envelope"
import { creditsEvents, START, visitHeader, visitId, walletOpened } from "../visit-log.fixtures.ts"
import type { VisitStorage } from "../visit-storage.ts"
import { type StorageLayer, withStorage } from "./visit-storage.fixtures.ts"

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

interface ModelVisit {
  readonly wires: Array<string>
  readonly facts: Set<number>
  ended: boolean
}

export const logModelConformance = (environment: string, layer: StorageLayer) => {
  describe(`a log and its model (${environment})`, () => {
    it("agrees with a list of arrays on any sequence of operations", async () => {
      const steps = Arbitrary.array(Arbitrary.schema(Step), { minLength: 1, maxLength: 40 })
      const agrees = (
        { log, index }: VisitStorage,
        run: number,
        plan: ReadonlyArray<typeof Step.Type>,
      ) =>
        Effect.gen(function* () {
          const model = new Map<string, ModelVisit>()
          const name = (visit: number) => `r${run}-${visit}`
          for (const [at, step] of plan.entries()) {
            const visit = visitId(name(step.visit))
            const known = model.get(visit)
            const events = creditsEvents(step.count, at * 10)
            const entries =
              step.kind === "both"
                ? [...new Set([step.visit, step.other])].map((each) => ({
                    visit: visitId(name(each)),
                    events,
                  }))
                : [{ visit, events, ends: step.kind === "end" }]
            if (step.kind === "begin") {
              const done = yield* Effect.result(log.begin(visitHeader(name(step.visit)), events))
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
            const record = yield* index.find(visit as ReturnType<typeof visitId>)
            if (record?.head !== expected.wires.length) return false
          }
          return true
        })
      const result = await withStorage(layer(), (storage) => {
        let runs = 0
        return Arbitrary.checkEffect(steps, (plan) => agrees(storage, ++runs, plan), {
          runs: 60,
          seed: "event-log",
        })
      })
      expect(Arbitrary.formatCheckFailure(result)).toBeUndefined()
    })
  })
}
