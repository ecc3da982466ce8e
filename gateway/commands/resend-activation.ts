/** ResendActivation → ActivationMailSent | ActivationMailRefused, for members alone. */
import { Clock, Effect } from "effect"
import { RateLimits } from "../http/rate-limits.ts"
import { activationMailFacts } from "../normalise/account.ts"
import { reasonOf } from "../normalise/call-failure.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { makeCommandFacts } from "./command-facts.ts"
import {
  type CommandContext,
  type Handler,
  NOT_FOR_GUESTS,
  TOO_MANY_ATTEMPTS,
  callTraits,
} from "./handler.ts"

const makeResendActivation = Effect.gen(function* () {
  const api = yield* MemberApi
  const rates = yield* RateLimits
  const facts = yield* makeCommandFacts

  const refuse = (label: string, context: CommandContext) =>
    facts.decided(context, { _tag: "ActivationMailRefused", label })

  const resendActivation: Handler<"ResendActivation"> = Effect.fnUntraced(
    function* (_command, context) {
      const { member } = context.session
      if (member === null) return yield* refuse(NOT_FOR_GUESTS, context)
      const counted = { activationMailsPerMember: member.memberId }
      const verdict = rates.take(counted, yield* Clock.currentTimeMillis)
      if (!verdict.allowed) return yield* refuse(TOO_MANY_ATTEMPTS, context)
      const outcome = yield* api.call({
        call: "POST /resend-activation",
        token: member.token,
        body: {},
        ...callTraits(context),
      })
      if (outcome._tag !== "Answered") {
        yield* Effect.logWarning("Unable to resend activation email.", reasonOf(outcome))
      }
      return yield* facts.answered(context, ...activationMailFacts(outcome))
    },
  )
  return resendActivation
})

export const resendActivationHandlers = { ResendActivation: makeResendActivation }
