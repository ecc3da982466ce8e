/**
 * The rate limit for queries that a page asks on behalf of its browser; it is shared with the browser's own
 * queries. Over the limit a page comes without answers, and the browser waits.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { rateKeyOf } from "@foldcast/limits/rate-key"
import { RateWindows } from "@foldcast/limits/rate-windows"
import { RateLimits } from "../http/rate-limits.ts"

/** At most one warning in this time, so that a flood of requests does not flood the log. */
const WARNING_EVERY_MS = 60_000

export interface QueryAllowanceShape {
  readonly take: (address: string, times: number) => Effect.Effect<boolean>
}

export class QueryAllowance extends Context.Service<QueryAllowance, QueryAllowanceShape>()(
  "gateway/QueryAllowance",
) {
  static readonly layer = Layer.effect(
    QueryAllowance,
    Effect.map(RateLimits, (rates) => {
      const warnings = new RateWindows({ count: 1, withinMs: WARNING_EVERY_MS })
      return QueryAllowance.of({
        take: Effect.fnUntraced(function* (address, times) {
          const now = yield* Clock.currentTimeMillis
          const { allowed } = rates.take({ queriesPerAddress: rateKeyOf(address) }, now, times)
          if (!allowed && warnings.take("all", now).allowed) {
            yield* Effect.logWarning("an address asks too much: its pages come without answers")
          }
          return allowed
        }),
      })
    }),
  )
}
