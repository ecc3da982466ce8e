/**
 * Admission for pages: a rate limit per address, load shedding by the delay of the event loop, and a bound on pages
 * rendered at the same time. A refusal says when to retry (busy-page.ts).
 *
 * Invariants: a refused request has read no session; a place is held until the page's bytes are complete, and the
 * number of rendering and waiting pages is bounded, so no request waits long.
 */
import { Context, Data, Effect, Layer } from "effect"
import { GatewayConfig } from "../config.ts"
import { LoadShedding, RETRY_SHED_SECONDS } from "../http/load-shedding.ts"
import { RateLimits } from "../http/rate-limits.ts"
import { monotonicMillis } from "@foldcast/clock/monotonic-time"
import { rateKeyOf } from "@foldcast/limits/rate-key"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { boundedSemaphore } from "../upstream/bounded-semaphore.ts"

/** `address`: too many pages from this address. Otherwise: too many pages overall. */
export type PageRefusal = "address" | "pages" | "eventLoop"

export class PageRefused extends Data.TaggedError("PageRefused")<{
  readonly why: PageRefusal
  readonly retryAfterSeconds: number
}> {}

export interface PageAdmissionShape {
  /** Makes the page, or refuses it. */
  readonly admit: <A, E, R>(
    address: string,
    page: Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E | PageRefused, R>
}

/** Seconds until a retry where too many pages were waiting. */
const RETRY_PAGES_SECONDS = 2

export class PageAdmission extends Context.Service<PageAdmission, PageAdmissionShape>()(
  "gateway/PageAdmission",
) {
  static readonly layer = Layer.effect(
    PageAdmission,
    Effect.gen(function* () {
      const { maxPages } = (yield* GatewayConfig).limits
      const rates = yield* RateLimits
      const load = yield* LoadShedding
      const metrics = yield* GatewayMetrics
      const places = yield* boundedSemaphore({ atOnce: maxPages, waiting: maxPages })

      const refuse = (why: PageRefusal, retryAfterSeconds: number) =>
        Effect.andThen(
          metrics.turnedAway("page", why),
          Effect.fail(new PageRefused({ why, retryAfterSeconds })),
        )

      return PageAdmission.of({
        admit: Effect.fnUntraced(function* (address, page) {
          const key = { pagesPerAddress: rateKeyOf(address) }
          const rate = rates.take(key, yield* monotonicMillis)
          if (!rate.allowed) return yield* refuse("address", rate.retryAfterSeconds)
          if (load.isShedding()) return yield* refuse("eventLoop", RETRY_SHED_SECONDS)
          return yield* places
            .take(page)
            .pipe(Effect.catchTag("TooManyWait", () => refuse("pages", RETRY_PAGES_SECONDS)))
        }),
      })
    }),
  )
}
