/** What every log keeps beside the events of a visit: client facts, and notes of its connections. */
import { Effect } from "effect"
import { describe, expect } from "vitest"
import { creditsEvents, START, visitHeader, visitId, walletOpened } from "../visit-log.fixtures.ts"
import { MAX_CLIENT_FACTS_PER_VISIT } from "../visit-rules.ts"
import { type StorageLayer, testsOver } from "./visit-storage.fixtures.ts"

export const clientFactsConformance = (environment: string, layer: StorageLayer) => {
  const run = testsOver(layer)

  describe(`client facts and connections (${environment})`, () => {
    run("stores each client fact once, over gaps and in any order", ({ log, index }) =>
      Effect.gen(function* () {
        yield* log.begin(visitHeader("a"), creditsEvents(1))
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
        expect(yield* index.find(visitId("a"))).toMatchObject({ n: 5 })
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

    run("keeps connection notes in order and drops those of unknown visits", ({ log }) =>
      Effect.gen(function* () {
        yield* log.begin(visitHeader("a"), creditsEvents(1))
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
  })
}
