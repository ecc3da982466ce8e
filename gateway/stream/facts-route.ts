/**
 * POST /api/facts: receives client facts for a browser that reads by SSE, and answers the highest `n` that is
 * durable. An empty list answers a ping.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { NO_COOKIE } from "@foldcast/contracts/commands/no-cookie"
import { Facts } from "@foldcast/contracts/stream/frames"
import { GatewayConfig } from "../config.ts"
import { readJson } from "../http/body.ts"
import { Browsers } from "../members/browsers.ts"
import { carriesAuthCookie } from "../sessions/auth-cookie.ts"
import type { HeaderReader } from "../http/origin.ts"
import { makeAnswerProblem } from "../http/answer-problem.ts"
import { RateLimits } from "../http/rate-limits.ts"
import type { LogUnavailable } from "../log/visit-log.ts"
import { mayStore, RETRY_STORING_SECONDS } from "@foldcast/limits/storage-level"
import { rateKeyOf } from "@foldcast/limits/rate-key"
import { FreeSpace } from "../log/free-space.ts"
import { outboxOf, Visits } from "../visits/registry.ts"
import { Incoming } from "./incoming.ts"

export interface FactsPost {
  readonly request: Request
  readonly header: HeaderReader
  readonly address: string
}

export interface FactsRouteShape {
  readonly post: (post: FactsPost) => Effect.Effect<Response, LogUnavailable>
}

export class FactsRoute extends Context.Service<FactsRoute, FactsRouteShape>()(
  "gateway/FactsRoute",
) {
  static readonly layer = Layer.effect(
    FactsRoute,
    Effect.gen(function* () {
      const { limits, production } = yield* GatewayConfig
      const browsers = yield* Browsers
      const rates = yield* RateLimits
      const space = yield* FreeSpace
      const visits = yield* Visits
      const incoming = yield* Incoming

      const problem = yield* makeAnswerProblem
      const tooMany = ({ retryAfterSeconds }: { readonly retryAfterSeconds: number }) =>
        problem("tooMany", { retryAfterSeconds })

      return FactsRoute.of({
        post: Effect.fnUntraced(
          function* ({ request, header, address }) {
            const now = yield* Clock.currentTimeMillis
            const addressKey = rateKeyOf(address)
            const byAddress = rates.take({ factsPerAddress: addressKey }, now)
            // Before the cookie is looked up, since invented cookies would cost a read each.
            if (!byAddress.allowed) return yield* tooMany(byAddress)
            const session = (yield* browsers.identify(header))?.session ?? null
            // The cookie of before a log-in may attach and repeat a command, but adds no facts.
            if (session === null || session.cookie === "retiring") {
              const isCarried = carriesAuthCookie(header("cookie"), production)
              return yield* problem("unauthenticated", isCarried ? {} : { label: NO_COOKIE })
            }
            const byOwner = rates.take({ factsPerOwner: session.owner }, now)
            if (!byOwner.allowed) return yield* tooMany(byOwner)
            if (!mayStore(space.level(), session.member !== null)) {
              return yield* problem("storageFull", { retryAfterSeconds: RETRY_STORING_SECONDS })
            }
            const { visit, epoch, facts } = yield* readJson(
              request,
              Facts,
              limits.maxClientMessageBytes,
            )
            const live = visits.get(visit)
            // A foreign visit and an unknown one get the same answer.
            if (live === undefined || live.owner !== session.owner || epoch !== live.epoch) {
              return yield* problem("noSuchVisit")
            }
            outboxOf(live)?.posted()
            const stored = incoming.countStored(live, addressKey, facts, now)
            if (!stored.allowed) return yield* tooMany(stored)
            const n = yield* incoming.store(live, facts)
            return Response.json({ n }, { headers: { "Cache-Control": "no-store" } })
          },
          Effect.catchTag("BodyRefused", ({ kind, label }) => problem(kind, { label })),
          Effect.catchTag("ImpossibleFacts", () =>
            problem("malformed", { label: "badRequest.facts.after" }),
          ),
          Effect.catchTag("VisitClosed", () => problem("noSuchVisit")),
          Effect.catchTag("SessionsUnavailable", (error) =>
            Effect.andThen(Effect.logError("sessions", error.message), problem("unavailable")),
          ),
        ),
      })
    }),
  )
}
