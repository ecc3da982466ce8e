import { it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { expect } from "vitest"
import { makeWakeableLoop } from "./wakeable-loop.ts"

it.effect("a round comes at once, when it is asked for, and after a while in any case", () =>
  Effect.gen(function* () {
    const loop = yield* makeWakeableLoop("1 second")
    let rounds = 0
    yield* Effect.forkChild(loop.run(Effect.sync(() => void (rounds += 1))))
    const after = (what: Effect.Effect<void>) =>
      what.pipe(
        Effect.andThen(TestClock.adjust("10 millis")),
        Effect.map(() => rounds),
      )
    expect(yield* after(Effect.void)).toBe(1)
    expect(yield* after(loop.wake)).toBe(2)
    expect(yield* after(Effect.sync(loop.wakeUnsafe))).toBe(3)
    expect(yield* after(TestClock.adjust("970 millis"))).toBe(3)
    expect(yield* after(TestClock.adjust("20 millis"))).toBe(4)
  }),
)

it.effect("what is asked for during a round is followed by another one, once", () =>
  Effect.gen(function* () {
    const loop = yield* makeWakeableLoop("1 hour")
    let begun = 0
    const round = Effect.sync(() => void (begun += 1)).pipe(
      Effect.andThen(Effect.sleep("1 second")),
    )
    yield* Effect.forkChild(loop.run(round))
    yield* TestClock.adjust("500 millis")
    yield* loop.wake
    yield* loop.wake
    yield* TestClock.adjust("10 seconds")
    expect(begun).toBe(2)
  }),
)
