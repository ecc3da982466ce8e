import { it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { expect } from "vitest"
import { PerformerService, type PerformerServiceShape } from "../upstream/performer-service.ts"
import { PerformerAsking } from "./performer-asking.ts"

/** Answers after this many milliseconds. */
const slowly = (ms: number): PerformerServiceShape => ({
  call: () => Effect.as(Effect.sleep(ms), { _tag: "Unavailable" } as const),
})

it.effect(
  "an answer says when its question was asked, also to those who wait with it or come after it",
  () =>
    Effect.gen(function* () {
      const asking = yield* PerformerAsking
      const ask = asking.hear({ call: "GET /user/count", lang: "nl", noNude: false })
      yield* TestClock.adjust("5 seconds")
      const first = yield* Effect.forkChild(ask)
      yield* TestClock.adjust("300 millis")
      const second = yield* Effect.forkChild(ask)
      yield* TestClock.adjust("300 millis")
      const [one, two, three] = [yield* Fiber.join(first), yield* Fiber.join(second), yield* ask]
      expect([one.at, two.at, three.at]).toEqual([5_000, 5_000, 5_000])
      // The answer is stale now.
      yield* TestClock.adjust("2 seconds")
      const later = yield* Effect.forkChild(ask)
      yield* TestClock.adjust("1 second")
      expect((yield* Fiber.join(later)).at).toBe(7_600)
    }).pipe(
      Effect.provide(
        PerformerAsking.layer.pipe(Layer.provide(Layer.succeed(PerformerService, slowly(500)))),
      ),
    ),
)
