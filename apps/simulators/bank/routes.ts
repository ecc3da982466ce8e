/**
 * GET /bank?order= shows an order, POST /bank settles it. The browser is redirected to the return address in the
 * signed order and nowhere else.
 */
import { Clock, Effect, Option, Redacted } from "effect"
import type { SimulatorsConfig } from "../config.ts"
import { type Markup, pageHeaders } from "../page/layout.ts"
import { chooseLanguage } from "../page/language.ts"
import { Transactions } from "./transactions.ts"
import { settleOrder } from "./settle-order.ts"
import { PAYER_CHOICES, isPayerChoice } from "./choices.ts"
import { verifyOrder } from "./order.ts"
import { settledPage, orderPage, type SignedOrder, unknownOrderPage } from "./pages.ts"

/** What the browser sent: the query of a GET, the form of a POST. */
export interface BankRequest {
  readonly order: string
  readonly lang: string | undefined
  readonly acceptLanguage: string | undefined
}

const page = (markup: Markup, status: number, formTarget: string | null) =>
  Effect.promise(async () => {
    const text = String(await markup)
    return new Response(text, {
      status,
      headers: { "Content-Type": "text/html; charset=utf-8", ...pageHeaders(formTarget) },
    })
  })

const unknown = ({ lang, acceptLanguage }: BankRequest) =>
  page(unknownOrderPage(chooseLanguage(lang, undefined, acceptLanguage)), 404, null)

const signedOrder = (config: SimulatorsConfig, token: string): Option.Option<SignedOrder> =>
  Option.map(verifyOrder(Redacted.value(config.bankSecret), token), (order) => ({ token, order }))

export const getBank = Effect.fn("bank.get")(function* (
  config: SimulatorsConfig,
  fields: BankRequest,
) {
  const signed = signedOrder(config, fields.order)
  if (Option.isNone(signed)) return yield* unknown(fields)
  const { order } = signed.value
  const language = chooseLanguage(fields.lang, order.lang, fields.acceptLanguage)
  const transactions = yield* Transactions
  const now = yield* Clock.currentTimeMillis
  if (Option.isNone(transactions.find(order.sessionId)) && now >= order.exp * 1_000) {
    yield* settleOrder(order, PAYER_CHOICES.expire, config.returnFirstMs)
  }
  const transaction = transactions.find(order.sessionId)
  return yield* Option.isSome(transaction)
    ? page(settledPage(signed.value, transaction.value, language), 200, null)
    : page(orderPage(signed.value, language), 200, new URL(order.returnUrl).origin)
})

export const postBank = Effect.fn("bank.post")(function* (
  config: SimulatorsConfig,
  fields: BankRequest & { readonly choice: string },
) {
  const signed = signedOrder(config, fields.order)
  if (Option.isNone(signed) || !isPayerChoice(fields.choice)) return yield* unknown(fields)
  const { order } = signed.value
  const language = chooseLanguage(fields.lang, order.lang, fields.acceptLanguage)
  const isExpired = (yield* Clock.currentTimeMillis) >= order.exp * 1_000
  const choice = isExpired ? PAYER_CHOICES.expire : PAYER_CHOICES[fields.choice]
  const { transaction, isNew } = yield* settleOrder(order, choice, config.returnFirstMs)
  return isNew && !isExpired
    ? new Response(null, {
        status: 303,
        headers: { Location: order.returnUrl, ...pageHeaders(null) },
      })
    : yield* page(settledPage(signed.value, transaction, language), 409, null)
})
