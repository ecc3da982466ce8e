import { it } from "@effect/vitest"
import { Clock, Context, Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect } from "vitest"
import { jumpingClock } from "./jumping-clock.fixture.ts"
import { GatewayTime, TimeWitness } from "./steady-clock.ts"

const HOUR = 3_600_000

/** A gateway's clock over a machine clock that can be set wrong, and its log messages. */
const steady = Effect.gen(function* () {
  const machine = jumpingClock(yield* Effect.clockWith(Effect.succeed))
  const said: Array<unknown> = []
  const context = yield* Layer.build(GatewayTime.layer).pipe(
    Effect.provideService(Clock.Clock, machine.clock),
    Effect.provide(Logger.layer([Logger.make(({ message }) => said.push(message))])),
  )
  return {
    machine,
    said,
    now: Effect.provide(Clock.currentTimeMillis, context),
    witness: Context.get(context, TimeWitness),
    disputedMs: () => Context.get(context, GatewayTime).disputedMs(),
  }
})

describe("the gateway's clock", () => {
  it.effect("does not jump with the machine's, and reports once that it does not", () =>
    Effect.gen(function* () {
      const { machine, said, now, witness, disputedMs } = yield* steady
      const before = yield* now
      machine.isWrongBy(HOUR)
      yield* TestClock.adjust("20 seconds")
      witness(before + 20_000)
      expect(yield* now).toBe(before + 20_000)
      expect([disputedMs(), said.length]).toEqual([HOUR, 1])
      machine.isWrongBy(0)
      yield* TestClock.adjust("5 seconds")
      expect([disputedMs(), said.length]).toEqual([0, 2])
    }),
  )

  it.effect("follows the machine's clock where an upstream confirms its time", () =>
    Effect.gen(function* () {
      const { machine, said, now, witness } = yield* steady
      const before = yield* now
      machine.isWrongBy(HOUR)
      witness(before + HOUR)
      yield* TestClock.adjust("10 seconds")
      expect(yield* now).toBe(before + HOUR + 10_000)
      expect(said).toEqual([])
    }),
  )
})
