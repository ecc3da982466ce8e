/** What every log keeps of one append after the other. */
import { Effect } from "effect"
import { describe, expect } from "vitest"
import type { UnnumberedEnvelope } from "@foldcast/contracts/stream/envelope"
import { VisitClosed } from "../visit-log.ts"
import { creditsEvents, START, visitHeader, visitId, walletOpened } from "../visit-log.fixtures.ts"
import { MAX_EVENTS_PER_VISIT } from "../visit-rules.ts"
import { type StorageLayer, testsOver } from "./visit-storage.fixtures.ts"

const numbered = (events: ReadonlyArray<UnnumberedEnvelope>, first = 1) =>
  events.map((event, index) => ({
    seq: first + index,
    wire: JSON.stringify({ seq: first + index, ...event }),
  }))

export const appendsConformance = (environment: string, layer: StorageLayer) => {
  const run = testsOver(layer)

  describe(`appends to visits (${environment})`, () => {
    run("begins a visit at position 1 and goes on without a gap", ({ log, index }) =>
      Effect.gen(function* () {
        const begun = yield* log.begin(visitHeader("a"), creditsEvents(2))
        expect([begun.from, begun.to]).toEqual([1, 2])
        const more = yield* log.append([{ visit: visitId("a"), events: creditsEvents(3, 3) }])
        expect(more).toMatchObject({ appended: [{ from: 3, to: 5 }], closed: [] })
        expect((yield* log.read(visitId("a"), 0, 10)).map(({ seq }) => seq)).toEqual([
          1, 2, 3, 4, 5,
        ])
        const record = yield* index.find(visitId("a"))
        expect(record).toMatchObject({
          ...visitHeader("a"),
          head: 5,
          n: 0,
          ended: false,
        })
      }),
    )

    run("reads back byte for byte what was appended, as it was delivered", ({ log }) =>
      Effect.gen(function* () {
        const events = creditsEvents(20)
        const begun = yield* log.begin(visitHeader("a"), events)
        const read = yield* log.read(visitId("a"), 0, 100)
        expect(read).toEqual(numbered(events))
        expect(read.map(({ wire }) => wire)).toEqual(begun.wires)
        expect(yield* log.read(visitId("a"), 7, 5)).toEqual(numbered(events).slice(7, 12))
        expect(yield* log.read(visitId("a"), 20, 5)).toEqual([])
        expect(yield* log.read(visitId("nobody"), 0, 5)).toEqual([])
      }),
    )

    run("appends to many visits at once, and to the others where some are closed", ({ log }) =>
      Effect.gen(function* () {
        yield* log.begin(visitHeader("a"), creditsEvents(1))
        yield* log.begin(visitHeader("b"), creditsEvents(1))
        yield* log.begin(visitHeader("c"), creditsEvents(1))
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

    run("follows entries of one append that name the same visit twice", ({ log, index }) =>
      Effect.gen(function* () {
        yield* log.begin(visitHeader("a"), creditsEvents(1))
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
        expect(yield* index.find(visitId("a"))).toMatchObject({
          head: 6,
          ended: true,
        })
      }),
    )

    run("refuses an unknown visit, an ended one and a second beginning", ({ log, index }) =>
      Effect.gen(function* () {
        const append = log.append([{ visit: visitId("a"), events: creditsEvents(1) }])
        expect(yield* append).toMatchObject({ appended: [], closed: [{ why: "unknown" }] })
        yield* log.begin(visitHeader("a"), creditsEvents(1))
        expect(yield* Effect.flip(log.begin(visitHeader("a"), creditsEvents(1)))).toMatchObject({
          why: "ended",
        })
        yield* log.append([{ visit: visitId("a"), events: creditsEvents(1), ends: true }])
        expect(yield* append).toMatchObject({ appended: [], closed: [{ why: "ended" }] })
        expect(
          yield* Effect.flip(log.storeFacts(visitId("a"), [walletOpened(1)], START)),
        ).toMatchObject({ why: "ended" })
        expect(yield* index.find(visitId("a"))).toMatchObject({
          head: 2,
          ended: true,
        })
      }),
    )

    run("closes a full visit, whose last words are still accepted", ({ log }) =>
      Effect.gen(function* () {
        yield* log.begin(visitHeader("a"), creditsEvents(MAX_EVENTS_PER_VISIT - 1))
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
  })
}
