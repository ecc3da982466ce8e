/**
 * Load shedding: while the event loop is late, pages and new streams are refused, so that open streams,
 * commands and health checks are still served in time. How late is measured, not guessed from a number of
 * requests: whatever keeps the loop busy counts.
 *
 * Invariants: one long turn alone refuses nobody; shedding ends by itself, and only once the loop has been well
 * below the bound for a while, so that it does not begin again with the first who come back.
 */
import { monitorEventLoopDelay } from "node:perf_hooks"
import { Context, type Duration, Effect, Layer, Schedule, type Scope } from "effect"
import { GatewayMetrics } from "../telemetry/metrics.ts"

export interface LoadShape {
  readonly isShedding: boolean
  /** Samples in a row that speak for the other state. */
  readonly against: number
}

export const UNLOADED: LoadShape = { isShedding: false, against: 0 }

/** Samples in a row before shedding begins: one long turn is no load. */
const LATE_SAMPLES = 2
/** And before it ends. */
const CALM_SAMPLES = 4
/** The loop is calm where its delay is below this share of the bound. */
const CALM_SHARE = 0.5

/** `delayMs`: how late the loop was on average in the time since the sample before. Pure. */
export const afterSample = (load: LoadShape, delayMs: number, maxDelayMs: number): LoadShape => {
  const isAgainst = load.isShedding ? delayMs < maxDelayMs * CALM_SHARE : delayMs >= maxDelayMs
  const against = isAgainst ? load.against + 1 : 0
  const needed = load.isShedding ? CALM_SAMPLES : LATE_SAMPLES
  return against >= needed ? { isShedding: !load.isShedding, against: 0 } : { ...load, against }
}

/** Whole seconds after which whoever was refused may try again: longer than it takes to become calm. */
export const RETRY_SHED_SECONDS = 5

export interface LoadSheddingShape {
  /** As it was at the last sample. */
  readonly isShedding: () => boolean
}

export interface LoopDelay {
  /** Milliseconds that the loop was late on average since the last time this was read. */
  readonly sinceLast: () => number
  /** Milliseconds; of all turns since the start. */
  readonly p99: () => number
}

/** Milliseconds; what the monitor's own timer waits is in what it measures. */
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
      // By difference: a histogram that is reset leaves the turn out in which it was.
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
