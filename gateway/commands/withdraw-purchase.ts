/**
 * WithdrawPurchase → PurchaseWithdrawn | PurchaseWithdrawalRefused | PurchaseWithdrawalUnknown, for members alone. The
 * upstream takes a purchase back once, so a command that ran when the gateway died is carried out again.
 */
import { Effect } from "effect"
import { SessionEnder } from "../members/session-ender.ts"
import { purchaseWithdrawal } from "../normalise/wallet.ts"
import { isTokenRefused } from "../upstream/call-outcome.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { makeCommandFacts } from "./command-facts.ts"
import { browserOf, callTraits, type Handler, NOT_FOR_GUESTS } from "./handler.ts"

const makeWithdrawPurchase = Effect.gen(function* () {
  const api = yield* MemberApi
  const endSession = yield* SessionEnder
  const facts = yield* makeCommandFacts

  const withdrawPurchase: Handler<"WithdrawPurchase"> = Effect.fnUntraced(function* (
    { sessionId },
    context,
  ) {
    const { member, owner } = context.session
    if (member === null) {
      return yield* facts.decided(context, {
        _tag: "PurchaseWithdrawalRefused",
        sessionId,
        label: NOT_FOR_GUESTS,
      })
    }
    const outcome = yield* api.call({
      ...callTraits(context),
      ...browserOf(context),
      call: "POST /payment/session/{id}/withdrawal",
      id: sessionId,
      token: member.token,
      body: {},
    })
    const handled = yield* facts.answered(context, purchaseWithdrawal(sessionId, outcome))
    if (isTokenRefused(outcome)) yield* endSession.tokenRefused(owner, member.token)
    return handled
  })
  return withdrawPurchase
})

export const withdrawPurchaseHandlers = { WithdrawPurchase: makeWithdrawPurchase }
