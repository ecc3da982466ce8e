/** The bank's pages: plain HTML and plain forms, for a browser with or without script. Pure. */
import { m } from "@foldcast/messages/messages"
import { formatMoney } from "@foldcast/messages/number-formats"
import { html } from "hono/html"
import { layout, type Markup } from "../page/layout.ts"
import { type Language, otherLanguage } from "../page/language.ts"
import { PAYER_CHOICE_NAMES, type PayerChoiceName } from "./choices.ts"
import type { BankTransaction } from "./transactions.ts"
import type { PaymentOrder } from "./order.ts"

type Text = (inputs: object, options: { readonly locale: Language }) => string

const CHOICE_TEXTS: Readonly<Record<PayerChoiceName, Text>> = {
  pay: m.bank_pay,
  cancel: m.bank_cancel,
  reject: m.bank_reject,
  expire: m.bank_expire,
  antiFraud: m.bank_anti_fraud,
  fail: m.bank_fail,
  callBackTwice: m.bank_call_back_twice,
  callBackFirst: m.bank_call_back_before_returning,
  returnFirst: m.bank_return_first,
}

/** An order with the signed token that it was read from. */
export interface SignedOrder {
  readonly token: string
  readonly order: PaymentOrder
}

const addressIn = (language: Language, token: string) =>
  `/bank?order=${encodeURIComponent(token)}&lang=${language}`
const otherAddress = (language: Language, token: string) =>
  addressIn(otherLanguage(language), token)

const details = (order: PaymentOrder, language: Language): Markup => {
  const locale = { locale: language }
  return html`<p class="note">${m.bank_simulated({}, locale)}</p>
    <dl>
      <dt>${m.bank_merchant({}, locale)}</dt>
      <dd>${order.merchant}</dd>
      <dt>${m.bank_amount({}, locale)}</dt>
      <dd class="amount">${formatMoney(order.amountCents, language)}</dd>
      <dt>${m.bank_description({}, locale)}</dt>
      <dd>${order.description}</dd>
      <dt>${m.bank_method({}, locale)}</dt>
      <dd>${order.method}</dd>
      <dt>${m.bank_reference({}, locale)}</dt>
      <dd>${order.sessionId}</dd>
    </dl>`
}

const titleOf = (order: PaymentOrder, language: Language) =>
  m.bank_page_title(
    { amount: formatMoney(order.amountCents, language), merchant: order.merchant },
    { locale: language },
  )

/** One form, one button for each choice. */
export const orderPage = ({ token, order }: SignedOrder, language: Language): Markup => {
  const locale = { locale: language }
  const title = titleOf(order, language)
  return layout({
    language,
    party: m.bank_title({}, { locale: language }),
    title,
    otherHref: otherAddress(language, token),
    content: html`<h1>${title}</h1>
      ${details(order, language)}
      <h2>${m.bank_choose({}, locale)}</h2>
      <form method="post" action="/bank">
        <input type="hidden" name="order" value="${token}" />
        <input type="hidden" name="lang" value="${language}" />
        ${PAYER_CHOICE_NAMES.map(
          (name) =>
            html`<button name="choice" value="${name}" class="${name === "pay" ? "first" : ""}">
              ${CHOICE_TEXTS[name]({}, locale)}
            </button>`,
        )}
      </form>`,
  })
}

/** A decision is final: the only link leads back to the site. */
export const settledPage = (
  { token, order }: SignedOrder,
  { status }: BankTransaction,
  language: Language,
): Markup => {
  const locale = { locale: language }
  return layout({
    language,
    party: m.bank_title({}, { locale: language }),
    title: titleOf(order, language),
    otherHref: otherAddress(language, token),
    content: html`<h1>
        ${status === "paid" ? m.bank_done_paid({}, locale) : m.bank_done_failed({}, locale)}
      </h1>
      <p>${m.bank_already_done({}, locale)}</p>
      ${details(order, language)}
      <p>
        <a class="action first" href="${order.returnUrl}"
          >${m.bank_return({ merchant: order.merchant }, locale)}</a
        >
      </p>
      <p>${m.bank_close_tab({}, locale)}</p>`,
  })
}

export const unknownOrderPage = (language: Language): Markup =>
  layout({
    language,
    party: m.bank_title({}, { locale: language }),
    title: m.bank_title({}, { locale: language }),
    otherHref: `/bank?lang=${otherLanguage(language)}`,
    content: html`<h1>${m.bank_unknown({}, { locale: language })}</h1>
      <p>${m.bank_close_tab({}, { locale: language })}</p>`,
  })
