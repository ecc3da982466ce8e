/**
 * RequestPasswordReset → PasswordResetMailRequested, always: whatever was typed, answered or refused, the
 * visitor learns nothing about accounts. An error is logged.
 */
import { sameKey } from "@foldcast/rules/names/same-key"
import { Clock, Effect } from "effect"
import type { Event } from "@foldcast/contracts/stream/event"
import { forgotPasswordFault, forgotPasswordIdentity } from "@foldcast/rules/forgot-password"
import { rateKeyOf } from "@foldcast/limits/rate-key"
import { RateLimits } from "../http/rate-limits.ts"
import { reasonOf } from "../normalise/call-failure.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { makeCommandFacts } from "./command-facts.ts"
import {
  browserOf,
  type CommandContext,
  type Handler,
  TOO_MANY_ATTEMPTS,
  callTraits,
} from "./handler.ts"

const REQUESTED: Event = { _tag: "PasswordResetMailRequested" }

const makeRequestPasswordReset = Effect.gen(function* () {
  const api = yield* MemberApi
  const rates = yield* RateLimits
  const facts = yield* makeCommandFacts

  /** Why the upstream is not asked; null where it is. */
  const obstacle = (identity: string, { clientAddress }: CommandContext, now: number) => {
    if (forgotPasswordFault(identity) !== null) return "badRequest.identity"
    const counted = {
      passwordResetsPerAddress: rateKeyOf(clientAddress),
      passwordResetsPerAccount: sameKey(identity),
    }
    return rates.take(counted, now).allowed ? null : TOO_MANY_ATTEMPTS
  }

  const warn = (why: string) => Effect.logWarning("no password reset mail was asked for", why)

  const requestPasswordReset: Handler<"RequestPasswordReset"> = Effect.fnUntraced(function* (
    { identity },
    context,
  ) {
    const label = obstacle(identity, context, yield* Clock.currentTimeMillis)
    if (label !== null) {
      yield* warn(label)
      return yield* facts.decided(context, REQUESTED)
    }
    const outcome = yield* api.call({
      call: "POST /forgot-password",
      body: forgotPasswordIdentity(identity),
      ...callTraits(context),
      ...browserOf(context),
    })
    if (outcome._tag !== "Answered") yield* warn(reasonOf(outcome))
    return yield* facts.answered(context, REQUESTED)
  })
  return requestPasswordReset
})

export const requestPasswordResetHandlers = { RequestPasswordReset: makeRequestPasswordReset }
