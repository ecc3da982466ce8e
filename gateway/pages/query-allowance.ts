/**
 * How many answers a page may ask for on behalf of its browser: the same limit as the browser's own queries. A page
 * over it comes without answers, and the browser is told to wait.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { rateKeyOf } from "@foldcast/limits/rate-key"
import { RateWindows } from "@foldcast/limits/rate-windows"
import { RateLimits } from "../http/rate-limits.ts"

/** One warning in this time, so that who floods the site does not flood its log. */
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
