/** CheckPayment → BundleBought | PaymentFailed | nothing, while the payment is open (UA10). */
import { Effect } from "effect"
import { NO_PREFERENCE } from "../normalise/wallet.ts"
import { Pipeline } from "../pipeline.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { answerFrame, HANDLED, type Handler } from "./handler.ts"

export const makeCheckPayment = Effect.gen(function* () {
  const api = yield* MemberApi
  const pipeline = yield* Pipeline
  const checkPayment: Handler<"CheckPayment"> = Effect.fnUntraced(function* (
    { sessionId },
    context,
  ) {
    const { session, visit } = context
    // A guest has no payments: the command ends without a fact, like an unchanged poll.
    if (session.member === null) return HANDLED
    const outcome = yield* api.call({
      call: "GET /payment/session/{id}",
      id: sessionId,
      token: session.member.token,
      lang: visit.locale,
      noNude: visit.noNude,
    })
    yield* pipeline.answer(answerFrame("GET /payment/session/{id}", outcome, context), {
      memberId: visit.member,
      entering: false,
      preference: NO_PREFERENCE,
      stamp: null,
    })
    return HANDLED
  })
  return checkPayment
})
