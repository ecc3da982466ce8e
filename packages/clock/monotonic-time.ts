/**
 * Time for decisions: time-outs, windows, limits and heartbeats. It never jumps when the machine's clock is
 * changed, and it is meaningless to another process. Stored and displayed times come from
 * `Clock.currentTimeMillis`, which steady-clock.ts keeps from jumping.
 */
import { Clock, Effect } from "effect"

const NANOS_PER_MILLI = 1_000_000n

/** This clock's milliseconds since an arbitrary moment of this process. */
export const monotonicMillisOf = (clock: Clock.Clock): number =>
  Number(clock.monotonicTimeNanosUnsafe() / NANOS_PER_MILLI)

export const monotonicMillis: Effect.Effect<number> = Effect.clockWith((clock) =>
  Effect.sync(() => monotonicMillisOf(clock)),
)
