/**
 * A circuit breaker: after some consecutive attempts without an answer no attempt is made for a pause, then a
 * single one, and all again once that is answered. So a hanging upstream causes no further waiting, and is not
 * flooded when it recovers.
 *
 * Wraps each single attempt. Time is monotonic: setting the clock neither opens nor closes the circuit.
 */
import { Clock, type Duration, Effect, Layer, Schedule, Stream } from "effect"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import { monotonicMillisOf } from "@foldcast/clock/monotonic-time"
import type { CallOutcome } from "./frame.ts"

/** Consecutive attempts without an answer that open the circuit. */
export const SILENCES = 10
/** Exponential pauses of 1, 2, 4 seconds and so on, up to the longest pause. */
const pauses = (longest: Duration.Duration) =>
  Schedule.min([Schedule.exponential("1 second"), Schedule.spaced(longest)])

const steady = (clock: Clock.Clock): Clock.Clock => {
  const now = () => monotonicMillisOf(clock)
  return Object.assign(Object.create(clock) as Clock.Clock, {
    currentTimeMillisUnsafe: now,
    currentTimeMillis: Effect.sync(now),
  })
}

const onSteadyTime = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.clockWith((clock) => Effect.provideService(effect, Clock.Clock, steady(clock)))

const store = Layer.effect(
  CircuitBreaker.CircuitBreakerStore,
  Effect.map(CircuitBreaker.CircuitBreakerStore, (memory) =>
    CircuitBreaker.CircuitBreakerStore.of({
      admit: (key) => onSteadyTime(memory.admit(key)),
      record: (options) => onSteadyTime(memory.record(options)),
      state: (key) => onSteadyTime(memory.state(key)),
    }),
  ),
).pipe(Layer.provide(CircuitBreaker.layerStoreMemory()))

const isSilence = ({ _tag }: CallOutcome<unknown>) => _tag === "Unavailable" || _tag === "Unknown"

/** `upstream` is its name in the log. Fails while the circuit is open. */
export const makeCircuit = (upstream: string, longestPause: Duration.Duration) =>
  Effect.gen(function* () {
    const breaker = yield* CircuitBreaker.make({
      tripPolicy: CircuitBreaker.consecutive(SILENCES),
      openDuration: pauses(longestPause),
    })
    yield* breaker.transitions.pipe(
      Stream.runForEach(({ from, to }) =>
        from === "Closed"
          ? Effect.logWarning("an upstream does not answer and is left alone", { upstream })
          : to === "Closed"
            ? Effect.logWarning("an upstream answers again", { upstream })
            : Effect.void,
      ),
      Effect.forkScoped({ startImmediately: true }),
    )
    return (attempt: Effect.Effect<CallOutcome<unknown>>) =>
      breaker.execute(attempt, {
        key: upstream,
        classify: (exit) =>
          exit._tag === "Success" && isSilence(exit.value)
            ? CircuitBreaker.failure()
            : CircuitBreaker.success,
      })
  }).pipe(Effect.provide(store))
