/**
 * The gateway's clock, for everything that asks what time it is: it does not jump with the machine's
 * (rules, steady-time). The second source is the upstreams: the `Date` of their answers.
 *
 * Callers: server/layers.ts provides it; upstream/exchange.ts is a witness; members/sweep.ts deletes by what is
 * vouched for; server/server.ts tells of a dispute in `/health/ready`.
 */
import { Clock, Context, Effect, Layer, Schedule } from "effect"
import { SteadyTime } from "@foldcast/rules/steady-time"
import { monotonicMillisOf } from "./monotonic-time.ts"

/** Often enough that a time service's work is a drift. */
const LOOKED_AT_EVERY = "5 seconds"
const NANOS_PER_MILLI = 1_000_000n

/** Told what time it is elsewhere, in milliseconds since 1970; without a gateway nobody listens. */
export const TimeWitness = Context.Reference<(at: number) => void>("gateway/TimeWitness", {
  defaultValue: () => () => {},
})

const clockOf = (time: SteadyTime, machine: Clock.Clock): Clock.Clock => {
  const millis = () => Math.trunc(time.now())
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

export class GatewayTime extends Context.Service<
  GatewayTime,
  Pick<SteadyTime, "disputedMs" | "isAtLeast" | "vouched">
>()("gateway/GatewayTime") {
  /** With the clock and the witness that belong to it. */
  static readonly layer = Layer.effectContext(
    Effect.gen(function* () {
      const machine = yield* Effect.clockWith(Effect.succeed)
      const time = new SteadyTime({
        wall: () => machine.currentTimeMillisUnsafe(),
        monotonic: () => monotonicMillisOf(machine),
      })
      let isDisputed = false
      const look = Effect.suspend(() => {
        time.look()
        const byMs = time.disputedMs()
        if ((byMs !== 0) === isDisputed) return Effect.void
        isDisputed = byMs !== 0
        return isDisputed
          ? Effect.logError("the machine's clock is disputed: set it right", { byMs })
          : Effect.logInfo("the machine's clock is not disputed any more")
      })
      yield* Effect.forkScoped(Effect.repeat(look, Schedule.spaced(LOOKED_AT_EVERY)))
      return Context.make(GatewayTime, GatewayTime.of(time)).pipe(
        Context.add(Clock.Clock, clockOf(time, machine)),
        Context.add(TimeWitness, (at: number) => time.witness(at)),
      )
    }),
  )
}
