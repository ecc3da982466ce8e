/**
 * RequestPasswordReset → PasswordResetMailRequested, always: whatever was typed, answered or refused, the
 * visitor learns nothing about accounts (AUTH-43). An error is logged.
 */
import { Clock, Effect } from "effect"
import { forgotPasswordFault, forgotPasswordIdentity } from "@foldcast/rules/forgot-password"
import { rateKeyOf } from "../http/client-address.ts"
import { RateLimits } from "../http/rate-limits.ts"
import { readAnswer } from "../upstream/decode-frame.ts"
import type { CallOutcome } from "../upstream/frame.ts"
import { MemberApi } from "../upstream/member-api.ts"
import {
  browserOf,
  type CommandContext,
  type Handler,
  refusedHere,
  TOO_MANY_ATTEMPTS,
  visitOf,
} from "./handler.ts"
import { makeTell } from "./tell.ts"

export const makeRequestPasswordReset = Effect.gen(function* () {
  const api = yield* MemberApi
  const rates = yield* RateLimits
  const tell = yield* makeTell("POST /forgot-password")

  const ask = Effect.fnUntraced(function* (identity: string, context: CommandContext) {
    if (forgotPasswordFault(identity) !== null) return refusedHere("badRequest.identity")
    const counted = {
      passwordResetsPerAddress: rateKeyOf(context.clientAddress),
      passwordResetsPerAccount: identity.trim().toLowerCase(),
    }
    if (!rates.take(counted, yield* Clock.currentTimeMillis).allowed) return TOO_MANY_ATTEMPTS
    const raw = yield* api.call({
      call: "POST /forgot-password",
      body: forgotPasswordIdentity(identity),
      ...visitOf(context),
      ...browserOf(context),
    })
    return raw
  })

  const requestPasswordReset: Handler<"RequestPasswordReset"> = Effect.fnUntraced(function* (
    { identity },
    context,
  ) {
    const raw: CallOutcome<unknown> = yield* ask(identity, context)
    const { outcome } = readAnswer("POST /forgot-password", raw)
    if (outcome._tag !== "Answered") {
      const label = outcome._tag === "Refused" ? outcome.label : null
      yield* Effect.logWarning("no password reset mail was asked for", outcome._tag, label)
    }
    return yield* tell(raw, context)
  })
  return requestPasswordReset
})
