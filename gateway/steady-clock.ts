/**
 * The gateway's clock, used wherever the time is read: it does not jump with the machine's clock (packages/clock,
 * steady-time.ts). The second source is the upstreams' `Date` headers.
 */
import { Clock, Context, Effect, Layer, Schedule } from "effect"
import { disputeTold, LOOKED_AT_EVERY, steadyClock } from "@foldcast/clock/steady-clock"
import type { SteadyTime } from "@foldcast/clock/steady-time"

/** Receives the time of an upstream, in milliseconds since 1970; does nothing outside a gateway. */
export const TimeWitness = Context.Reference<(at: number) => void>("gateway/TimeWitness", {
  defaultValue: () => () => {},
})

export class GatewayTime extends Context.Service<
  GatewayTime,
  Pick<SteadyTime, "disputedMs" | "earliest" | "isAtLeast" | "vouched">
>()("gateway/GatewayTime") {
  /** Provides the clock and the witness too. */
  static readonly layer = Layer.effectContext(
    Effect.gen(function* () {
      const machine = yield* Effect.clockWith(Effect.succeed)
      const { time, clock } = steadyClock(machine)
      const tellDispute = disputeTold(time)
      const look = Effect.suspend(() => {
        time.look()
        return tellDispute
      })
      yield* Effect.forkScoped(Effect.repeat(look, Schedule.spaced(LOOKED_AT_EVERY)))
      return Context.make(GatewayTime, GatewayTime.of(time)).pipe(
        Context.add(Clock.Clock, clock),
        Context.add(TimeWitness, (at: number) => time.witness(at)),
      )
    }),
  )
}
