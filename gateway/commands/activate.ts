/**
 * Activate → ActivationSucceeded and the facts of a log-in | ActivationRefused. The fact comes first: where
 * another member was logged in, their session ends with what follows.
 *
 * Safe to repeat: credits are granted once by the upstream, which then says that the link was used.
 */
import { Clock, Effect } from "effect"
import { rateKeyOf } from "../http/client-address.ts"
import { RateLimits } from "../http/rate-limits.ts"
import { readAnswer } from "../upstream/decode-frame.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { Enter, tokenAnswer } from "./enter.ts"
import { browserOf, HANDLED, type Handler, TOO_MANY_ATTEMPTS, visitOf } from "./handler.ts"
import { makeTell } from "./tell.ts"

export const makeActivate = Effect.gen(function* () {
  const api = yield* MemberApi
  const enter = yield* Enter
  const rates = yield* RateLimits
  const tell = yield* makeTell("POST /activate")

  const activate: Handler<"Activate"> = Effect.fnUntraced(function* (
    { token, fingerprint },
    context,
  ) {
    const counted = { failedLogInsPerAddress: rateKeyOf(context.clientAddress) }
    const verdict = rates.take(counted, yield* Clock.currentTimeMillis)
    if (!verdict.allowed) return yield* tell(TOO_MANY_ATTEMPTS, context)
    const raw = yield* api.call({
      call: "POST /activate",
      body: { key: token, ...(fingerprint !== undefined && { fingerprint }) },
      ...visitOf(context),
      ...browserOf(context),
    })
    const { outcome } = readAnswer("POST /activate", raw)
    if (outcome._tag !== "Refused") rates.giveBack(counted)
    yield* tell(raw, context)
    if (outcome._tag !== "Answered") return HANDLED
    const answer = tokenAnswer(outcome.body.token)
    return answer._tag === "Token"
      ? yield* enter.with(answer, context)
      : yield* enter.refused(answer, context)
  })
  return activate
})
