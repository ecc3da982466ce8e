import { it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect } from "vitest"
import { makeCircuit, SILENCES } from "./circuit.ts"
import type { CallOutcome } from "./frame.ts"

interface Upstream {
  answer: CallOutcome<unknown>
  asked: number
}

const SILENT: CallOutcome<unknown> = { _tag: "Unavailable" }
const ANSWERED: CallOutcome<unknown> = { _tag: "Answered", body: {} }

/** A circuit breaker in front of a fake upstream, and how often the upstream was asked. */
const world = Effect.gen(function* () {
  const guard = yield* makeCircuit("member-api", Duration.seconds(2))
  const upstream: Upstream = { answer: SILENT, asked: 0 }
  const attempt = Effect.sync(() => {
    upstream.asked += 1
    return upstream.answer
  })
  const call = Effect.orElseSucceed(guard(attempt), () => "not made" as const)
  const calls = (times: number) => Effect.replicateEffect(call, times)
  return { upstream, call, calls }
})

describe("the circuit breaker of an upstream", () => {
  it.effect("opens after so many failures in a row, and makes no attempt while it is open", () =>
    Effect.gen(function* () {
      const { upstream, call, calls } = yield* world
      yield* calls(SILENCES - 1)
      expect(yield* call).toEqual(SILENT)
      expect(yield* calls(100)).toEqual(Array.from({ length: 100 }, () => "not made"))
      expect(upstream.asked).toBe(SILENCES)
    }),
  )

  it.effect("stays closed where an answer comes between, also a refusal", () =>
    Effect.gen(function* () {
      const { upstream, call, calls } = yield* world
      for (let round = 0; round < 3; round++) {
        upstream.answer = SILENT
        yield* calls(SILENCES - 1)
        upstream.answer = { _tag: "Refused", status: 400, label: "x", fields: [] }
        expect(yield* call).toEqual(upstream.answer)
      }
    }),
  )

  it.effect("tries again after a pause, longer after each failure, and closes with an answer", () =>
    Effect.gen(function* () {
      const { upstream, call, calls } = yield* world
      yield* calls(SILENCES)
      yield* TestClock.adjust("1 second")
      expect(yield* calls(3)).toEqual([SILENT, "not made", "not made"])
      yield* TestClock.adjust("1 second")
      expect(yield* call).toBe("not made")
      yield* TestClock.adjust("1 second")
      // The pause never exceeds the longest pause.
      expect(yield* calls(2)).toEqual([SILENT, "not made"])
      yield* TestClock.adjust("2 seconds")
      upstream.answer = ANSWERED
      expect(yield* calls(3)).toEqual([ANSWERED, ANSWERED, ANSWERED])
    }),
  )
})
