/**
 * The gateway's clock, for everything that asks what time it is: it does not jump with the machine's
 * (packages/clock, steady-time.ts). The second source is the upstreams: the `Date` of their answers.
 */
import { Clock, Context, Effect, Layer, Schedule } from "effect"
import { disputeTold, LOOKED_AT_EVERY, steadyClock } from "@foldcast/clock/steady-clock"
import type { SteadyTime } from "@foldcast/clock/steady-time"

/** Told what time it is elsewhere, in milliseconds since 1970; without a gateway nobody listens. */
export const TimeWitness = Context.Reference<(at: number) => void>("gateway/TimeWitness", {
  defaultValue: () => () => {},
})

export class GatewayTime extends Context.Service<
  GatewayTime,
  Pick<SteadyTime, "disputedMs" | "earliest" | "isAtLeast" | "vouched">
>()("gateway/GatewayTime") {
  /** With the clock and the witness that belong to it. */
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
