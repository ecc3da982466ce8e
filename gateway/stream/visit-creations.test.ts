import { it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect } from "vitest"
import { LogUnavailable } from "../log/visit-log.ts"
import type { LiveVisit } from "../visits/registry.ts"
import { VisitCreations } from "./visit-creations.ts"

/** Attempts of documents; each visit takes 700 ms until it can begin. */
const scene = () => {
  const creations = new VisitCreations()
  const begun: Array<LiveVisit> = []
  const tryOf = (document: string | null, wire = { isOpen: () => true }) =>
    Effect.forkChild(
      creations.begin({
        document,
        wire,
        baseline: Effect.sleep("700 millis"),
        begin: () =>
          Effect.sync(() => {
            const visit = {} as LiveVisit
            begun.push(visit)
            return visit
          }),
      }),
      { startImmediately: true },
    )
  return { creations, begun, tryOf }
}
const CLOSED = { isOpen: () => false }

describe("visits that are being created", () => {
  it.effect("are shared by one document's tries, and by no other's", () =>
    Effect.gen(function* () {
      const { begun, tryOf } = scene()
      const tries = [yield* tryOf("a"), yield* tryOf("b")]
      yield* TestClock.adjust("500 millis")
      tries.push(yield* tryOf("a"), yield* tryOf(null), yield* tryOf(null))
      yield* TestClock.adjust("1 second")
      const [a, b, again, ...unknown] = yield* Effect.forEach(tries, Fiber.join)
      expect(again).toBe(a)
      expect(b).not.toBe(a)
      expect(new Set([a, b, ...unknown])).toEqual(new Set(begun))
      expect(begun).toHaveLength(4)
    }),
  )

  it.effect("are created only for a document that still waits for them", () =>
    Effect.gen(function* () {
      const { begun, tryOf } = scene()
      const tries = [yield* tryOf("a", CLOSED), yield* tryOf("b", CLOSED), yield* tryOf("b")]
      yield* TestClock.adjust("1 second")
      const [left, first, second] = yield* Effect.forEach(tries, Fiber.join)
      expect(left).toBeNull()
      // The first stream has closed; the second, which shared the creation, is still open.
      expect(begun).toEqual([second])
      expect(first).toBe(second)
      const later = yield* tryOf("a")
      yield* TestClock.adjust("1 second")
      expect(yield* Fiber.join(later)).toBe(begun[1])
    }),
  )

  it.effect("fail for all who wait, and for nobody after them", () =>
    Effect.gen(function* () {
      const { creations, tryOf } = scene()
      const failure = new LogUnavailable({ operation: "begin", detail: "", lasts: false })
      const fails = Effect.forkChild(
        Effect.flip(
          creations.begin({
            document: "a",
            wire: { isOpen: () => true },
            baseline: Effect.sleep("1 second"),
            begin: () => Effect.fail(failure),
          }),
        ),
        { startImmediately: true },
      )
      const tries = [yield* fails, yield* fails]
      yield* TestClock.adjust("1 second")
      expect(yield* Effect.forEach(tries, Fiber.join)).toEqual([failure, failure])
      const next = yield* tryOf("a")
      yield* TestClock.adjust("1 second")
      expect(yield* Fiber.join(next)).not.toBeNull()
    }),
  )
})
