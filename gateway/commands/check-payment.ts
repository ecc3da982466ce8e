/** CheckPayment → BundleBought | PaymentFailed, or no fact while the payment is open. */
import { Effect } from "effect"
import { paymentSettled } from "../normalise/wallet.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { makeCommandFacts } from "./command-facts.ts"
import { HANDLED, type Handler, callTraits } from "./handler.ts"

const makeCheckPayment = Effect.gen(function* () {
  const api = yield* MemberApi
  const facts = yield* makeCommandFacts
  const checkPayment: Handler<"CheckPayment"> = Effect.fnUntraced(function* (
    { sessionId },
    context,
  ) {
    const { member } = context.session
    // A guest has no payments: the command ends without a fact, like an unchanged poll.
    if (member === null) return HANDLED
    const outcome = yield* api.call({
      call: "GET /payment/session/{id}",
      id: sessionId,
      token: member.token,
      ...callTraits(context),
    })
    return yield* facts.answered(context, ...paymentSettled(outcome))
  })
  return checkPayment
})

export const checkPaymentHandlers = { CheckPayment: makeCheckPayment }
