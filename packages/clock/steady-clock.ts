/**
 * The clock of a process that uses a steady time (steady-time.ts), and the log's warning about a machine clock
 * that is disputed. Reads only the given clock.
 */
import { type Clock, Effect } from "effect"
import { monotonicMillisOf } from "./monotonic-time.ts"
import { SteadyTime } from "./steady-time.ts"

/** Often enough that a time service's corrections count as drift. */
export const LOOKED_AT_EVERY = "5 seconds"
const NANOS_PER_MILLI = 1_000_000n

/** A clock that returns these whole milliseconds since 1970; waiting and monotonic time stay the machine's. */
export const clockTelling = (millis: () => number, machine: Clock.Clock): Clock.Clock => {
  const nanos = () => BigInt(millis()) * NANOS_PER_MILLI
  return {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: () => machine.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: machine.monotonicTimeNanos,
    sleep: (duration) => machine.sleep(duration),
  }
}

export const steadyClock = (
  machine: Clock.Clock,
): { readonly time: SteadyTime; readonly clock: Clock.Clock } => {
  const time = new SteadyTime({
    wall: () => machine.currentTimeMillisUnsafe(),
    monotonic: () => monotonicMillisOf(machine),
  })
  return { time, clock: clockTelling(() => Math.trunc(time.now()), machine) }
}

/** Runs after each look. It logs once when the machine's clock becomes disputed, and once when it no longer is. */
export const disputeTold = (time: SteadyTime): Effect.Effect<void> => {
  let isDisputed = false
  return Effect.suspend(() => {
    const byMs = time.disputedMs()
    if ((byMs !== 0) === isDisputed) return Effect.void
    isDisputed = byMs !== 0
    return isDisputed
      ? Effect.logError("the machine's clock is disputed: set it right", { byMs })
      : Effect.logInfo("the machine's clock is not disputed any more")
  })
}
