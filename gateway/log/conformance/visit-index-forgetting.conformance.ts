/** What every index forgets. */
import { Effect } from "effect"
import { describe, expect } from "vitest"
import { referenceTerm } from "../search-terms.ts"
import {
  TERMS,
  creditsEvent,
  creditsEvents,
  memberId,
  START,
  visitHeader,
  visitId,
} from "../visit-log.fixtures.ts"
import { type StorageLayer, testsOver } from "./visit-storage.fixtures.ts"

export const forgettingConformance = (environment: string, layer: StorageLayer) => {
  const run = testsOver(layer)

  describe(`forgotten visits (${environment})`, () => {
    run("forgets whole visits by age and by member, and nothing else", ({ log, index }) =>
      Effect.gen(function* () {
        for (let index = 0; index < 50; index++)
          yield* log.begin(visitHeader(`old-${index}`), [creditsEvent(1, START)])
        yield* log.begin(visitHeader("new"), [creditsEvent(1, START + 100)])
        yield* log.begin(visitHeader("m1", { member: memberId("m") }), [
          creditsEvent(1, START + 200),
        ])
        yield* index.noteTerm(visitId("old-0"), referenceTerm("0LD0-0LD0"))
        expect(yield* index.forgetBefore(START + 100)).toBe(50)
        expect(yield* index.forgetBefore(START + 100)).toBe(0)
        expect(yield* index.find(visitId("old-0"))).toBeNull()
        expect(yield* log.read(visitId("old-0"), 0, 10)).toEqual([])
        expect(
          yield* index.list({ terms: [TERMS.asked.reference("0LD0-0LD0")], limit: 10 }),
        ).toEqual([])
        yield* log.begin(visitHeader("l1", { member: memberId("l") }), [
          creditsEvent(1, START + 200),
        ])
        yield* log.begin(visitHeader("m2", { member: memberId("m") }), [
          creditsEvent(1, START + 200),
        ])
        expect(yield* index.members(null, 9)).toEqual([memberId("l"), memberId("m")])
        expect(yield* index.members(null, 1)).toEqual([memberId("l")])
        expect(yield* index.members(memberId("l"), 9)).toEqual([memberId("m")])
        expect(yield* index.forgetMember(memberId("m"))).toBe(2)
        expect(yield* index.forgetMember(memberId("l"))).toBe(1)
        expect((yield* index.list({ limit: 10 })).map(({ visit }) => visit)).toEqual([
          visitId("new"),
        ])
        const begun = yield* log.begin(visitHeader("old-0"), creditsEvents(1))
        expect(begun.from).toBe(1)
      }),
    )
  })
}
