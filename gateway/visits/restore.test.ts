import { it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect } from "vitest"
import { Epoch } from "@foldcast/contracts/ids"
import { visitHeader, creditsEvent, START } from "../log/visit-log.fixtures.ts"
import { VisitIndex } from "../log/visit-index.ts"
import { memoryVisitStorage } from "../log/memory.ts"
import { Visits, VisitTable } from "./registry.ts"
import { restoreVisits } from "./restore.ts"

describe("visits after a restart", () => {
  it.effect(
    "are live again where they may still be resumed: not too long ago, and not ended",
    () => {
      const { log, index } = memoryVisitStorage(Epoch.make("epoch-1"))
      const table = new VisitTable()
      return Effect.gen(function* () {
        for (const [name, at] of Object.entries({ old: 999, recent: 1_000, ended: 1_500 })) {
          yield* log.begin(visitHeader(name), [creditsEvent(1, START + at)])
        }
        yield* log.append([{ visit: visitHeader("ended").visit, events: [], ends: true }])
        yield* TestClock.setTime(START + 2_000)
        expect(yield* restoreVisits(1_000)).toBe(1)
        expect([...table.all()].map(({ visit }) => visit)).toEqual([visitHeader("recent").visit])
      }).pipe(Effect.provideService(VisitIndex, index), Effect.provideService(Visits, table))
    },
  )
})
