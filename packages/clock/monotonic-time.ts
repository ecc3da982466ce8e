/**
 * Time that decides: time-outs, windows, limits and heartbeats. It never jumps, whatever is done to the
 * machine's clock, and it means nothing to another process; what is written down or shown is
 * `Clock.currentTimeMillis`, which steady-clock.ts keeps from jumping.
 */
import { Clock, Effect } from "effect"

const NANOS_PER_MILLI = 1_000_000n

/** Milliseconds since a moment that is this process's own, as this clock tells them. */
export const monotonicMillisOf = (clock: Clock.Clock): number =>
  Number(clock.monotonicTimeNanosUnsafe() / NANOS_PER_MILLI)

export const monotonicMillis: Effect.Effect<number> = Effect.clockWith((clock) =>
  Effect.sync(() => monotonicMillisOf(clock)),
)
