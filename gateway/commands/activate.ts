/**
 * Activate → ActivationSucceeded and the facts of a log-in | ActivationRefused. By the link of another
 * address → EmailChanged, ActivationSucceeded and MemberLoaded, and nobody is logged in. Where another member is
 * logged in, the address is verified and they stay: whoever opens a link that somebody sent them does not
 * find themselves in that person's account.
 *
 * Safe to repeat: credits are granted once by the upstream, which then says that the link was used.
 */
import { rateKeyOf } from "@foldcast/limits/rate-key"
import { Clock, Effect } from "effect"
import { RateLimits } from "../http/rate-limits.ts"
import { activationFacts } from "../normalise/account.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { MemberProfiles } from "../members/member-profiles.ts"
import { makeCommandFacts } from "./command-facts.ts"
import { LogInFlow } from "./log-in-flow.ts"
import { type TokenAnswer, tokenAnswer } from "./log-in-token.ts"
import {
  browserOf,
  type CommandContext,
  HANDLED,
  type Handler,
  TOO_MANY_ATTEMPTS,
  callTraits,
} from "./handler.ts"

const makeActivate = Effect.gen(function* () {
  const api = yield* MemberApi
  const logInFlow = yield* LogInFlow
  const rates = yield* RateLimits
  const profile = yield* MemberProfiles
  const facts = yield* makeCommandFacts

  /** To every visit of the member, wherever the link was opened: it logs nobody in. */
  const tellNewAddress = Effect.fnUntraced(function* (
    answer: TokenAnswer,
    { visit, commandId }: CommandContext,
  ) {
    if (answer._tag === "Token") {
      const { token, content } = answer
      yield* profile.reload({ memberId: content.memberId, token }, visit, commandId)
    }
    return HANDLED
  })

  const activate: Handler<"Activate"> = Effect.fnUntraced(function* (
    { token, fingerprint },
    context,
  ) {
    const counted = { refusedLinksPerAddress: rateKeyOf(context.clientAddress) }
    const verdict = rates.take(counted, yield* Clock.currentTimeMillis)
    if (!verdict.allowed) {
      return yield* facts.decided(context, { _tag: "ActivationRefused", label: TOO_MANY_ATTEMPTS })
    }
    const outcome = yield* api.call({
      call: "POST /activate",
      body: { key: token, ...(fingerprint !== undefined && { fingerprint }) },
      ...callTraits(context),
      ...browserOf(context),
    })
    if (outcome._tag !== "Refused") rates.giveBack(counted)
    const answer = outcome._tag === "Answered" ? tokenAnswer(outcome.body.token) : null
    const { member } = context.session
    const ofAnother =
      member !== null && answer?._tag === "Token" && answer.content.memberId !== member.memberId
    yield* facts.answered(context, ...activationFacts(outcome, ofAnother))
    if (answer === null) return HANDLED
    if (outcome._tag === "Answered" && outcome.body.emailChanged === true) {
      return yield* tellNewAddress(answer, context)
    }
    return ofAnother ? HANDLED : yield* logInFlow.complete(answer, context)
  })
  return activate
})

export const activateHandlers = { Activate: makeActivate }
