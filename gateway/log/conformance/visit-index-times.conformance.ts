/** What every index finds by the time in which visits lived and were in use. */
import { Effect } from "effect"
import { describe, expect } from "vitest"
import type { VisitIndexShape } from "../visit-index.ts"
import { UNNOTED_END_MS } from "../visit-life.ts"
import { creditsEvent, START, visitHeader, visitId } from "../visit-log.fixtures.ts"
import { type StorageLayer, testsOver } from "./visit-storage.fixtures.ts"

export const indexTimesConformance = (environment: string, layer: StorageLayer) => {
  const run = testsOver(layer)

  describe(`times of visits (${environment})`, () => {
    run(
      "finds by time what looking at every visit finds, however long they lived",
      ({ log, index }) =>
        Effect.gen(function* () {
          // Lives from a moment to two months, on a grid that puts several in the same minute.
          const lives = Array.from({ length: 60 }, (_, index) => {
            const at = START + ((index * 37) % 60) * 3_700_000
            return { name: `v${index}`, at, last: at + (index % 5 === 0 ? 0 : 2 ** (index % 33)) }
          })
          for (const { name, at, last } of lives) {
            yield* log.begin(visitHeader(name, { at }), [creditsEvent(1, at)])
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
                const listed = yield* index.list({ ...span, limit })
                expect(listed.map(({ visit }) => visit)).toEqual(
                  expected.map(({ name }) => visitId(name)),
                )
              }
          const before = START + 100_000_000
          expect(yield* index.forgetBefore(before)).toBe(
            lives.filter(({ last }) => last < before).length,
          )
        }),
    )

    run(
      "finds by time a visit of which only the minute or only the span has changed",
      ({ log, index }) =>
        Effect.gen(function* () {
          const minute = 60_000 * Math.ceil(START / 60_000)
          const lived = function* (name: string, moments: ReadonlyArray<number>) {
            const [at = 0, ...later] = moments
            yield* log.begin(visitHeader(name, { at }), [creditsEvent(1, at)])
            for (const moment of later)
              yield* log.append([{ visit: visitId(name), events: [creditsEvent(2, moment)] }])
          }
          yield* lived("minute", [minute - 100, minute + 100])
          const began = minute + 30_000
          yield* lived("span", [began, began + 119_000, began + 121_000])
          const names = (query: Parameters<VisitIndexShape["list"]>[0]) =>
            index.list(query).pipe(Effect.map((records) => records.map(({ visit }) => visit)))
          expect(yield* names({ from: minute, to: minute, limit: 9 })).toEqual([visitId("minute")])
          expect(yield* names({ from: minute, limit: 9 })).toEqual(["span", "minute"].map(visitId))
          const last = { from: began + 121_000, to: began + 121_000, limit: 9 }
          expect(yield* names(last)).toEqual([visitId("span")])
          expect(yield* index.forgetBefore(minute)).toBe(0)
          expect(yield* index.forgetBefore(minute + 101)).toBe(1)
        }),
    )

    run(
      "lists the visits that were in use since, also those whose stream never ended",
      ({ log, index }) =>
        Effect.gen(function* () {
          const note = (name: string, what: "attach" | "close", at: number) =>
            log.noteConnection(visitId(name), { at, what, seq: 1, transport: "sse", code: null })
          const now = START + 10 * UNNOTED_END_MS
          for (const name of ["a", "b", "c", "d", "e"]) {
            yield* log.begin(visitHeader(name, { at: START }), [creditsEvent(1, START)])
            yield* note(name, "attach", START)
          }
          yield* note("b", "attach", now - 2)
          yield* note("b", "close", now - 1)
          yield* note("c", "close", now)
          yield* note("d", "attach", now - UNNOTED_END_MS)
          yield* log.append([{ visit: visitId("e"), events: [creditsEvent(2, now)] }])
          const used = yield* index.list({ usedSince: now, onlyLive: true, limit: 10 })
          expect(new Set(used.map(({ visit }) => visit))).toEqual(
            new Set([visitId("c"), visitId("d"), visitId("e")]),
          )
        }),
    )
  })
}
