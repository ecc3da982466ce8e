/**
 * Load shedding: while the event loop is late, pages and new streams are refused, so that open streams, commands
 * and health checks are still served in time. It measures the delay and does not estimate it from the number of
 * requests, so any kind of load counts.
 *
 * Invariants: one long turn alone triggers nothing; shedding ends by itself, and only once the loop has been well
 * below the bound for a while, so that returning clients do not trigger it again at once.
 */
import { monitorEventLoopDelay } from "node:perf_hooks"
import { Context, type Duration, Effect, Layer, Schedule, type Scope } from "effect"
import { GatewayMetrics } from "../telemetry/metrics.ts"

export interface LoadShape {
  readonly isShedding: boolean
  /** Consecutive samples that call for the other state. */
  readonly against: number
}

export const UNLOADED: LoadShape = { isShedding: false, against: 0 }

/** Consecutive late samples before shedding begins: one long turn is not load. */
const LATE_SAMPLES = 2
/** Consecutive calm samples before shedding ends. */
const CALM_SAMPLES = 4
/** The loop is calm while its delay is below this share of the bound. */
const CALM_SHARE = 0.5

/** `delayMs`: the loop's average delay since the previous sample. Pure. */
export const afterSample = (load: LoadShape, delayMs: number, maxDelayMs: number): LoadShape => {
  const isAgainst = load.isShedding ? delayMs < maxDelayMs * CALM_SHARE : delayMs >= maxDelayMs
  const against = isAgainst ? load.against + 1 : 0
  const needed = load.isShedding ? CALM_SAMPLES : LATE_SAMPLES
  return against >= needed ? { isShedding: !load.isShedding, against: 0 } : { ...load, against }
}

/** Whole seconds until a refused client may retry: longer than the loop needs to become calm. */
export const RETRY_SHED_SECONDS = 5

export interface LoadSheddingShape {
  readonly isShedding: () => boolean
}

export interface LoopDelay {
  /** Milliseconds: the loop's average delay since the last call. */
  readonly sinceLast: () => number
  /** Milliseconds; over all turns since the start. */
  readonly p99: () => number
}

/** Milliseconds; the histogram includes this interval of the monitor's own timer. */
const RESOLUTION_MS = 20

export const eventLoopDelay: Effect.Effect<LoopDelay, never, Scope.Scope> = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => {
      const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
      histogram.enable()
      return histogram
    }),
    (histogram) => Effect.sync(() => histogram.disable()),
  ),
  (histogram) => {
    let count = 0
    let sum = 0
    return {
      // By difference: resetting the histogram would lose the turn that is running.
      sinceLast: () => {
        const before = { count, sum }
        count = histogram.count
        sum = count === 0 ? 0 : histogram.mean * count
        const turns = count - before.count
        return turns === 0 ? 0 : Math.max(0, (sum - before.sum) / turns / 1e6 - RESOLUTION_MS)
      },
      p99: () => Math.max(0, histogram.percentile(99) / 1e6 - RESOLUTION_MS),
    }
  },
)

export interface LoopSampling {
  readonly delay: Effect.Effect<LoopDelay, never, Scope.Scope>
  readonly every: Duration.Input
}

/** This process's own event loop. */
export const LOOP_SAMPLING: LoopSampling = { delay: eventLoopDelay, every: "500 millis" }

export interface LoadSheddingSettings extends LoopSampling {
  readonly maxDelayMs: number
}

export class LoadShedding extends Context.Service<LoadShedding, LoadSheddingShape>()(
  "gateway/LoadShedding",
) {
  static readonly layer = ({ maxDelayMs, delay, every }: LoadSheddingSettings) =>
    Layer.effect(
      LoadShedding,
      Effect.gen(function* () {
        const metrics = yield* GatewayMetrics
        const measured = yield* delay
        let load = UNLOADED

        const sample = Effect.gen(function* () {
          const delayMs = measured.sinceLast()
          const before = load
          load = afterSample(before, delayMs, maxDelayMs)
          if (load.isShedding === before.isShedding) return
          yield* load.isShedding
            ? Effect.logWarning("the event loop is late: pages and new streams are refused", {
                delayMs: Math.round(delayMs),
              })
            : Effect.logInfo("the event loop is in time again: pages and streams are served")
        })

        yield* metrics.watch("event_loop_delay_p99_seconds", () => measured.p99() / 1_000)
        yield* metrics.watch("shedding_load", () => (load.isShedding ? 1 : 0))
        yield* Effect.forkScoped(Effect.repeat(sample, Schedule.spaced(every)))
        return LoadShedding.of({ isShedding: () => load.isShedding })
      }),
    )
}
