/**
 * OpenPaymentSession → PaymentSessionOpened | PaymentSessionRefused | PaymentSessionUnknown.
 *
 * Never resent: when no answer came, a session may exist, and only the visitor can decide to open another
 * (law L7). The upstream wants the member's basic info, so it is asked first; without it nothing is sent.
 */
import { Effect } from "effect"
import { returnUrlFault } from "@foldcast/rules/return-url"
import { paymentSessionFact, paymentSessionRefused } from "../normalise/wallet.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { MemberProfiles } from "../members/member-profiles.ts"
import { makeCommandFacts } from "./command-facts.ts"
import { type CommandContext, type Handler, NOT_FOR_GUESTS, callTraits } from "./handler.ts"
import { isPaymentUrl, type PaymentHosts } from "./payment-url.ts"

const makeOpenPaymentSession = (hosts: PaymentHosts) =>
  Effect.gen(function* () {
    const api = yield* MemberApi
    const profile = yield* MemberProfiles
    const facts = yield* makeCommandFacts

    const refuse = (label: string, context: CommandContext) =>
      facts.decided(context, { _tag: "PaymentSessionRefused", label })

    const openPaymentSession: Handler<"OpenPaymentSession"> = Effect.fnUntraced(function* (
      { bundleId, paymentMethod, returnUrl, device, fingerprint },
      context,
    ) {
      const { session, visit, origin, interrupted } = context
      if (interrupted) return yield* facts.decided(context, { _tag: "PaymentSessionUnknown" })
      if (session.member === null) return yield* refuse(NOT_FOR_GUESTS, context)
      if (returnUrlFault(returnUrl, origin) !== null) {
        return yield* refuse("badRequest.returnUrl", context)
      }
      const { token } = session.member
      const info = yield* profile.ask(token, visit)
      if (info._tag !== "Answered") {
        return yield* facts.answered(context, paymentSessionRefused(info))
      }
      const outcome = yield* api.call({
        ...callTraits(context),
        token,
        call: "POST /payment/session",
        body: {
          bundle: bundleId,
          paymentMethod,
          returnUrl,
          device,
          ...(fingerprint !== undefined && { fingerprint }),
          lang: visit.locale,
          member: { username: info.body.username, email: info.body.email },
        },
      })
      if (outcome._tag === "Answered" && !isPaymentUrl(outcome.body.paymentURL, hosts)) {
        yield* Effect.logError("a payment address is not on a known host")
        return yield* facts.decided(context, { _tag: "PaymentSessionUnknown" })
      }
      return yield* facts.answered(context, paymentSessionFact(outcome))
    })
    return openPaymentSession
  })

export const openPaymentSessionHandlers = (hosts: PaymentHosts) => ({
  OpenPaymentSession: makeOpenPaymentSession(hosts),
})
