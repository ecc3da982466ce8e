/**
 * Who may ask support's routes anything: the bearer of a named token with a reason, from an address that is not
 * trying tokens.
 *
 * Invariant: an address that showed wrong tokens is not looked at for a while, right ones included, so that trying
 * tells nothing, and nobody elsewhere is shut out by it.
 */
import { Clock, Effect } from "effect"
import type { Context as HttpContext } from "hono"
import { rateKeyOf } from "@foldcast/limits/rate-key"
import { RateWindows } from "@foldcast/limits/rate-windows"
import { refusal } from "../http/problem.ts"
import { RateLimits } from "../http/rate-limits.ts"
import { Ids } from "../ids.ts"
import type { SupportToken } from "../settings/setting-values.ts"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { type Access, accessOf } from "./support-access.ts"

export interface SupportGuardSettings {
  readonly tokens: ReadonlyArray<SupportToken>
  /** Whose call it is, for limits. */
  readonly addressOf: (context: HttpContext) => string
}

export type GrantedAccess = Extract<Access, { readonly _tag: "Granted" }>

/** Whoever goes on trying is told of so often. */
const ALARM_EVERY_MS = 60_000

export const makeSupportGuard = Effect.gen(function* () {
  const ids = yield* Ids
  const rates = yield* RateLimits
  const metrics = yield* GatewayMetrics
  const alarms = new RateWindows({ count: 1, withinMs: ALARM_EVERY_MS })

  const alarm = (now: number) =>
    alarms.take("all", now).allowed
      ? Effect.logError("support tokens are being tried: too many wrong ones")
      : Effect.void

  const refuseToken = Effect.fnUntraced(function* (now: number) {
    yield* metrics.supportRefused("token")
    yield* Effect.logWarning("a support token was refused")
    if (!rates.take({ refusedSupportTokens: "all" }, now).allowed) yield* alarm(now)
    const { response } = refusal(ids, "unauthenticated", { label: "support.token" })
    response.headers.set("WWW-Authenticate", 'Bearer realm="support"')
    return response
  })

  /** The access that this call has, or the response that refuses it. */
  return ({ tokens, addressOf }: SupportGuardSettings) =>
    Effect.fnUntraced(function* (context: HttpContext) {
      const now = yield* Clock.currentTimeMillis
      // Counted before it is looked at, so that many at once are no way around.
      const counted = { refusedSupportTokensPerAddress: rateKeyOf(addressOf(context)) }
      const verdict = rates.take(counted, now)
      if (!verdict.allowed) {
        yield* metrics.supportRefused("address")
        yield* alarm(now)
        const { retryAfterSeconds } = verdict
        return refusal(ids, "tooMany", { label: "support.tooMany", retryAfterSeconds }).response
      }
      const { headers } = context.req.raw
      const authorization = headers.get("Authorization") ?? undefined
      const access = accessOf(
        { authorization, reason: headers.get("X-Reason") ?? undefined },
        tokens,
      )
      if (access._tag === "NotABearer") return yield* refuseToken(now)
      rates.giveBack(counted)
      return access._tag === "Granted"
        ? access
        : refusal(ids, "malformed", { label: "support.reason" }).response
    })
})
