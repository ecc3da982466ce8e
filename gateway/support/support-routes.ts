/**
 * The sub-app of support: `/support/captures`, `/support/captures/:visit` and `/support/keys`, mounted at the root.
 *
 * Invariant: without a named token and a reason nothing is looked up (support-guard.ts). The keys are for everybody:
 * whoever has a capture may check it.
 */
import { Effect } from "effect"
import { type Context as HttpContext, Hono } from "hono"
import { refusal } from "../http/problem.ts"
import type { RateLimits } from "../http/rate-limits.ts"
import { Ids } from "../ids.ts"
import type { VisitIndex } from "../log/visit-index.ts"
import type { VisitLog } from "../log/visit-log.ts"
import type { KeptAnswers } from "../store/kept-answers.ts"
import type { GatewayMetrics } from "../telemetry/metrics.ts"
import type { Audit } from "./audit.ts"
import { type CaptureSettings, makeCaptureHandlers } from "./capture-handlers.ts"
import { SigningKeys } from "./signing-keys.ts"
import { type GrantedAccess, makeSupportGuard, type SupportGuardSettings } from "./support-guard.ts"

export interface SupportSettings extends CaptureSettings, SupportGuardSettings {}

/** How long a reader may go by keys it has: a new one may sign within it. */
const KEYS_FRESH_SECONDS = 300

type CaptureHandler = (
  access: GrantedAccess,
  context: HttpContext,
) => Effect.Effect<Response, { readonly _tag: string; readonly message: string }>

export const supportRoutes = Effect.gen(function* () {
  const services = yield* Effect.context<
    VisitLog | VisitIndex | KeptAnswers | Audit | SigningKeys | Ids | RateLimits | GatewayMetrics
  >()
  const { keySet } = yield* SigningKeys
  const ids = yield* Ids
  const guardOf = yield* makeSupportGuard
  const handlersOf = yield* makeCaptureHandlers
  const run = Effect.runPromiseWith(services)

  return (settings: SupportSettings): Hono => {
    const guard = guardOf(settings)
    const handlers = handlersOf(settings)

    /** Storage that fails is the operator's to find in the log; the caller hears that it is not now. */
    const guarded = (handler: CaptureHandler) => (context: HttpContext) =>
      run(
        Effect.flatMap(guard(context), (access) =>
          access instanceof Response ? Effect.succeed(access) : handler(access, context),
        ).pipe(
          Effect.catch((error) =>
            Effect.as(Effect.logError(error.message), refusal(ids, "unavailable").response),
          ),
        ),
      )

    return new Hono()
      .get(
        "/support/keys",
        () =>
          new Response(JSON.stringify(keySet), {
            headers: {
              "Content-Type": "application/jwk-set+json",
              "Cache-Control": `public, max-age=${KEYS_FRESH_SECONDS}`,
            },
          }),
      )
      .get("/support/captures", guarded(handlers.list))
      .get("/support/captures/:visit", guarded(handlers.capture))
  }
})
