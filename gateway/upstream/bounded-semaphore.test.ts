import { it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { describe, expect } from "vitest"
import { boundedSemaphore, TooManyWait } from "./bounded-semaphore.ts"

describe("the bounded semaphore", () => {
  it.effect(
    "runs a limited number at once, lets a limited number wait, and refuses the others",
    () =>
      Effect.gen(function* () {
        const semaphore = yield* boundedSemaphore({ atOnce: 2, waiting: 1 })
        const done = yield* Deferred.make<void>()
        let begun = 0
        const work = Effect.andThen(
          Effect.sync(() => (begun += 1)),
          Deferred.await(done),
        )
        const first = yield* Effect.forEach([1, 2, 3], () =>
          Effect.forkChild(semaphore.take(work), { startImmediately: true }),
        )
        expect(begun).toBe(2)
        expect(yield* Effect.flip(semaphore.take(work))).toBeInstanceOf(TooManyWait)
        yield* Deferred.succeed(done, undefined)
        yield* Effect.forEach(first, Fiber.join)
        expect(begun).toBe(3)
        yield* semaphore.take(work)
        expect(begun).toBe(4)
      }),
  )

  it.effect("is free again after work that failed and for those who left", () =>
    Effect.gen(function* () {
      const semaphore = yield* boundedSemaphore({ atOnce: 1, waiting: 1 })
      const running = yield* Effect.forkChild(semaphore.take(Effect.never), {
        startImmediately: true,
      })
      const waiting = yield* Effect.forkChild(semaphore.take(Effect.never), {
        startImmediately: true,
      })
      yield* Fiber.interrupt(waiting)
      yield* Fiber.interrupt(running)
      for (let time = 0; time < 5; time += 1) {
        expect(yield* Effect.flip(semaphore.take(Effect.fail("broken")))).toBe("broken")
      }
    }),
  )
})
