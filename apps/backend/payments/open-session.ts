/**
 * Opens a payment session for a bundle or a top-up that is sold to this member, and writes the order that the browser
 * takes to the bank.
 *
 * Invariant: what is sold is decided under the member's lock, by what is paid then. Open sessions do not count: who
 * closes the bank's tab and buys again is sold the first-purchase bundle again. Who opens several of it before paying
 * any gets each as it was sold, because the page named its bonus minute before they paid; a minute costs them more than
 * in the large bundles.
 */
import { Clock, Effect, Redacted } from "effect"
import type { PaymentSessionRequest } from "@foldcast/contracts/upstream/member-api"
import { formatCredits } from "@foldcast/messages/number-formats"
import { totalCredits } from "@foldcast/rules/money"
import { BackendConfig } from "../config.ts"
import { SqlDatabase, type SqlQueries } from "../db/database.ts"
import { badRequest, failIfRefused } from "../http/refused.ts"
import { lockPresentMember } from "../members/member-store.ts"
import { OwnAddress } from "../http/listening-address.ts"
import { BackendIds } from "../ids.ts"
import { purchaseRefusal } from "../spending/spending.ts"
import { signOrder } from "./bank-signature.ts"
import type { BankOrder } from "./bank-protocol.ts"
import { bundlesFor } from "./bundles.ts"
import { paymentMethodOf } from "./payment-methods.ts"
import { hasPaid, insertSession } from "./session-store.ts"
import { topUpById } from "./top-up.ts"

/** The page to which the bank sends the browser: http or https, without personal data. */
const isReturnUrl = (text: string): boolean => {
  const url = URL.parse(text)
  return (
    url !== null && /^https?:$/u.test(url.protocol) && url.username === "" && url.password === ""
  )
}

/** Under the member's lock; undefined: it is not sold to them. */
const soldTo = Effect.fnUntraced(function* (
  queries: SqlQueries,
  memberId: string,
  bundleId: string,
) {
  const hasBought = yield* hasPaid(queries, memberId)
  return bundlesFor({ hasBought }).find(({ id }) => id === bundleId) ?? topUpById(bundleId)
})

export const openPaymentSession = Effect.fn("payments.openSession")(function* (
  memberId: string,
  request: typeof PaymentSessionRequest.Type,
) {
  const { bank, payments } = yield* BackendConfig
  const database = yield* SqlDatabase
  const method = paymentMethodOf(payments.provider, request.paymentMethod)
  if (method === undefined) return yield* badRequest("paymentMethod")
  if (!isReturnUrl(request.returnUrl)) return yield* badRequest("returnUrl")

  const now = yield* Clock.currentTimeMillis
  const sessionId = (yield* BackendIds).next("ps")
  const bundle = yield* database.transaction((queries) =>
    Effect.gen(function* () {
      yield* lockPresentMember(queries, memberId)
      const sold = yield* soldTo(queries, memberId, String(request.bundle))
      if (sold === undefined) return yield* badRequest("bundle")
      yield* failIfRefused(yield* purchaseRefusal(queries, memberId, sold.costCents))
      yield* insertSession(queries, {
        id: sessionId,
        memberId,
        bundleId: sold.id,
        paymentMethod: request.paymentMethod,
        device: request.device,
        amountCents: sold.costCents,
        credits: totalCredits(sold),
        lang: request.lang,
        at: new Date(now),
      })
      return sold
    }),
  )
  const order: BankOrder = {
    v: 1,
    sessionId,
    amountCents: bundle.costCents,
    currency: "EUR",
    merchant: payments.merchant,
    // Banks take no space but the plain one.
    description: formatCredits(totalCredits(bundle), request.lang).replaceAll("\u00A0", " "),
    method: method.name[request.lang],
    lang: request.lang,
    returnUrl: request.returnUrl,
    callbackUrl: `${bank.callbackBase ?? (yield* OwnAddress)}/callbacks/bank`,
    exp: Math.floor((now + payments.sessionMs) / 1_000),
  }
  const token = signOrder(Redacted.value(bank.secret), order)
  return { sessionId, paymentURL: `${bank.url}/bank?order=${token}` }
})
