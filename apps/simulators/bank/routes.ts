/**
 * GET /bank?order= shows an order, POST /bank decides it. The browser leaves for the order's own return
 * address and for no other.
 */
import { Clock, Effect, Option, Redacted } from "effect"
import type { SimulatorsConfig } from "../config.ts"
import { type Markup, pageHeaders } from "../page/layout.ts"
import { pageLanguage } from "../page/language.ts"
import { Books } from "./books.ts"
import { carryOut } from "./carry-out.ts"
import { CHOICES, isChoiceName } from "./choices.ts"
import { readOrder } from "./order.ts"
import { decidedPage, orderPage, type SignedOrder, unknownPage } from "./pages.ts"

/** What the browser sent: the query of a GET, the form of a POST. */
export interface Fields {
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

const unknown = ({ lang, acceptLanguage }: Fields) =>
  page(unknownPage(pageLanguage(lang, undefined, acceptLanguage)), 404, null)

const signedOrder = (config: SimulatorsConfig, token: string): Option.Option<SignedOrder> =>
  Option.map(readOrder(Redacted.value(config.bankSecret), token), (order) => ({ token, order }))

export const getBank = Effect.fn("bank.get")(function* (config: SimulatorsConfig, fields: Fields) {
  const signed = signedOrder(config, fields.order)
  if (Option.isNone(signed)) return yield* unknown(fields)
  const { order } = signed.value
  const language = pageLanguage(fields.lang, order.lang, fields.acceptLanguage)
  const books = yield* Books
  const now = yield* Clock.currentTimeMillis
  if (Option.isNone(books.find(order.sessionId)) && now >= order.exp * 1_000) {
    yield* carryOut(order, CHOICES.expire, config.returnFirstMs)
  }
  const decided = books.find(order.sessionId)
  return yield* Option.isSome(decided)
    ? page(decidedPage(signed.value, decided.value, language), 200, null)
    : page(orderPage(signed.value, language), 200, new URL(order.returnUrl).origin)
})

export const postBank = Effect.fn("bank.post")(function* (
  config: SimulatorsConfig,
  fields: Fields & { readonly choice: string },
) {
  const signed = signedOrder(config, fields.order)
  if (Option.isNone(signed) || !isChoiceName(fields.choice)) return yield* unknown(fields)
  const { order } = signed.value
  const language = pageLanguage(fields.lang, order.lang, fields.acceptLanguage)
  const late = (yield* Clock.currentTimeMillis) >= order.exp * 1_000
  const choice = late ? CHOICES.expire : CHOICES[fields.choice]
  const { decided, now } = yield* carryOut(order, choice, config.returnFirstMs)
  return now && !late
    ? new Response(null, {
        status: 303,
        headers: { Location: order.returnUrl, ...pageHeaders(null) },
      })
    : yield* page(decidedPage(signed.value, decided, language), 409, null)
})
