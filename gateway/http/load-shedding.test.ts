import { it as effectIt } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { afterSample, eventLoopDelay, LoadShedding, UNLOADED } from "./load-shedding.ts"

/** Whether load is shed after each of these delays, with a bound of 100. */
const shedAfter = (delays: ReadonlyArray<number>) => {
  let load = UNLOADED
  return delays.map((delay) => {
    load = afterSample(load, delay, 100)
    return load.isShedding ? "shed" : "-"
  })
}

describe("load shedding", () => {
  it("begins when the event loop stays late, and not with one long turn", () => {
    expect(shedAfter([99, 99, 99, 5_000, 0, 100, 99, 100])).not.toContain("shed")
    expect(shedAfter([100, 100])).toEqual(["-", "shed"])
  })

  it("ends by itself when the event loop has been in time for a while", () => {
    const late = [200, 200]
    const calm = [49, 0, 12, 49]
    expect(shedAfter([...late, ...calm]).slice(2)).toEqual(["shed", "shed", "shed", "-"])
    // Neither late nor calm: the state stays.
    expect(shedAfter([...late, 50, 99, 50, 99, 50, 99]).at(-1)).toBe("shed")
    expect(shedAfter([...late, 0, 0, 0, 50, 0, 0, 0]).at(-1)).toBe("shed")
    // Shedding does not begin again at once.
    expect(shedAfter([...late, ...calm, 100, 99]).slice(-2)).toEqual(["-", "-"])
  })

  effectIt.effect("follows the delay it measures, and says so in its metrics", () => {
    let delay = 0
    const layer = LoadShedding.layer({
      maxDelayMs: 100,
      delay: Effect.succeed({ sinceLast: () => delay, p99: () => 2 * delay }),
      every: "1 second",
    })
    return Effect.gen(function* () {
      const load = yield* LoadShedding
      const metrics = yield* GatewayMetrics
      const told = Effect.map(
        metrics.scrape,
        (text) => /^foldcast_shedding_load (\d)$/mu.exec(text)?.[1],
      )
      expect([load.isShedding(), yield* told]).toEqual([false, "0"])
      delay = 500
      yield* TestClock.adjust("3 seconds")
      expect([load.isShedding(), yield* told]).toEqual([true, "1"])
      expect(yield* metrics.scrape).toMatch(/^foldcast_event_loop_delay_p99_seconds 1$/mu)
      delay = 0
      yield* TestClock.adjust("5 seconds")
      expect([load.isShedding(), yield* told]).toEqual([false, "0"])
    }).pipe(Effect.provide(layer.pipe(Layer.provideMerge(GatewayMetrics.layer))))
  })

  effectIt.live("measures a loop that was held up", () =>
    Effect.gen(function* () {
      const { sinceLast, p99 } = yield* eventLoopDelay
      const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      let delay = 0
      // The first reading is only the baseline.
      while (delay < 20) {
        const until = performance.now() + 60
        while (performance.now() < until);
        yield* turn
        delay = sinceLast()
      }
      expect(delay).toBeLessThan(60_000)
      expect(p99()).toBeGreaterThan(20)
    }),
  )
})
