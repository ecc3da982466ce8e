import { it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { expect } from "vitest"
import { retryKick } from "./retry-kick.ts"

it.effect("a cut is tried again until the engine has done it, and then no more", () =>
  Effect.gen(function* () {
    let tries = 0
    let isReachable = false
    const kick = Effect.suspend(() => {
      tries += 1
      return isReachable ? Effect.void : Effect.fail("unreachable" as const)
    })
    const cutting = yield* Effect.forkChild(retryKick(kick))
    yield* TestClock.adjust("1 second")
    expect(tries).toBeGreaterThan(2)
    yield* TestClock.adjust("10 minutes")
    const failed = tries
    isReachable = true
    yield* TestClock.adjust("5 seconds")
    expect(tries).toBe(failed + 1)
    yield* Fiber.join(cutting)
    yield* TestClock.adjust("10 minutes")
    expect(tries).toBe(failed + 1)
  }),
)
