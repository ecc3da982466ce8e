import { it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect } from "vitest"
import { answerCache } from "./answer-cache.ts"

/** Counts its calls and returns the count. */
const counting = () => {
  const asked = { times: 0 }
  return { asked, ask: Effect.sync(() => (asked.times += 1)) }
}

describe("the cache of answers", () => {
  it.effect("asks once within its moment, and again after it", () =>
    Effect.gen(function* () {
      const cache = yield* answerCache<number>({ freshMs: 1_000, capacity: 10 })
      const { asked, ask } = counting()
      expect(yield* cache.get("a", ask)).toBe(1)
      yield* TestClock.adjust("999 millis")
      expect(yield* cache.get("a", ask)).toBe(1)
      expect(yield* cache.get("b", ask)).toBe(2)
      yield* TestClock.adjust("1 millis")
      expect(yield* cache.get("a", ask)).toBe(3)
      expect(asked.times).toBe(3)
    }),
  )

  it.effect("makes one call for all who ask at once, fresh from when the answer came", () =>
    Effect.gen(function* () {
      const cache = yield* answerCache<number>({ freshMs: 1_000, capacity: 10 })
      const { asked, ask } = counting()
      const slow = Effect.andThen(Effect.sleep("10 seconds"), ask)
      const first = yield* Effect.forkChild(cache.get("a", slow), { startImmediately: true })
      yield* TestClock.adjust("5 seconds")
      const second = yield* Effect.forkChild(cache.get("a", slow), { startImmediately: true })
      yield* TestClock.adjust("5 seconds")
      expect([yield* Fiber.join(first), yield* Fiber.join(second)]).toEqual([1, 1])
      yield* TestClock.adjust("999 millis")
      expect(yield* cache.get("a", slow)).toBe(1)
      expect(asked.times).toBe(1)
    }),
  )

  it.effect("serves the others when the one who asked first has left", () =>
    Effect.gen(function* () {
      const cache = yield* answerCache<number>({ freshMs: 1_000, capacity: 10 })
      const answer = yield* Deferred.make<number>()
      const first = yield* Effect.forkChild(cache.get("a", Deferred.await(answer)), {
        startImmediately: true,
      })
      const second = yield* Effect.forkChild(cache.get("a", Effect.never), {
        startImmediately: true,
      })
      yield* Fiber.interrupt(first)
      yield* Deferred.succeed(answer, 7)
      expect(yield* Fiber.join(second)).toBe(7)
    }),
  )

  it.effect("holds answers no longer than they are fresh, once anything else is asked", () =>
    Effect.gen(function* () {
      const cache = yield* answerCache<number>({ freshMs: 1_000, capacity: 10 })
      const { ask } = counting()
      const slow = yield* Effect.forkChild(cache.get("slow", Effect.never), {
        startImmediately: true,
      })
      for (const key of ["a", "b", "c"]) yield* cache.get(key, ask)
      yield* TestClock.adjust("500 millis")
      yield* cache.get("d", ask)
      expect(cache.size()).toBe(5)
      yield* TestClock.adjust("500 millis")
      yield* cache.get("e", ask)
      expect(cache.size()).toBe(3)
      yield* Fiber.interrupt(slow)
    }),
  )

  it.effect("is limited in number: the answer asked for longest ago goes first", () =>
    Effect.gen(function* () {
      const cache = yield* answerCache<number>({ freshMs: 1_000, capacity: 2 })
      const { ask } = counting()
      for (const key of ["a", "b", "c"]) yield* cache.get(key, ask)
      expect(yield* cache.get("c", ask)).toBe(3)
      expect(yield* cache.get("b", ask)).toBe(2)
      expect(yield* cache.get("a", ask)).toBe(4)
    }),
  )
})
