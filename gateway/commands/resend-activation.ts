/**
 * ResendActivation → ActivationMailSent | ActivationMailRefused, for members alone: the call names nobody,
 * so nothing tells whose mail a guest wants.
 */
import { Clock, Effect } from "effect"
import { RateLimits } from "../http/rate-limits.ts"
import { readAnswer } from "../upstream/decode-frame.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { type Handler, NOT_FOR_GUESTS, TOO_MANY_ATTEMPTS, visitOf } from "./handler.ts"
import { makeTell } from "./tell.ts"

export const makeResendActivation = Effect.gen(function* () {
  const api = yield* MemberApi
  const rates = yield* RateLimits
  const tell = yield* makeTell("POST /resend-activation")

  const resendActivation: Handler<"ResendActivation"> = Effect.fnUntraced(
    function* (_command, context) {
      const { member } = context.session
      if (member === null) return yield* tell(NOT_FOR_GUESTS, context)
      const counted = { activationMailsPerMember: member.memberId }
      const verdict = rates.take(counted, yield* Clock.currentTimeMillis)
      if (!verdict.allowed) return yield* tell(TOO_MANY_ATTEMPTS, context)
      const raw = yield* api.call({
        call: "POST /resend-activation",
        token: member.token,
        body: {},
        ...visitOf(context),
      })
      const { outcome } = readAnswer("POST /resend-activation", raw)
      if (outcome._tag !== "Answered") {
        const label = outcome._tag === "Refused" ? outcome.label : outcome._tag
        yield* Effect.logWarning("Unable to resend activation email.", label)
      }
      return yield* tell(raw, context)
    },
  )
  return resendActivation
})
