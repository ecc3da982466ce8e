/** A machine clock that a test sets wrong; its monotonic time is not affected. */
import { Clock, Effect } from "effect"

export const jumpingClock = (
  real: Clock.Clock = Effect.runSync(Clock.clockWith(Effect.succeed)),
) => {
  let wrongMs = 0
  const millis = () => real.currentTimeMillisUnsafe() + wrongMs
  const clock: Clock.Clock = Object.assign(Object.create(real) as Clock.Clock, {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
  })
  return {
    clock,
    isWrongBy: (ms: number) => {
      wrongMs = ms
    },
  }
}
