/** The phone's pages: plain HTML and plain forms, for a browser with or without script. Pure. */
import { m } from "@foldcast/messages/messages"
import { formatMoney } from "@foldcast/messages/number-formats"
import type { PhoneNumberSetting } from "@foldcast/settings/phone-numbers"
import { html } from "hono/html"
import { layout, type Markup } from "../page/layout.ts"
import { type Language, otherLanguage } from "../page/language.ts"
import { callCost } from "./call-cost.ts"
import type { CallEnd, CallRow } from "./call-rows.ts"

type Text = (inputs: object, options: { readonly locale: Language }) => string

const END_TEXTS: Readonly<Record<CallEnd, Text>> = {
  caller: m.phone_ended_caller,
  line: m.phone_ended_line,
  instructed: m.phone_ended_instructed,
  longest: m.phone_ended_longest,
  provider: m.phone_ended_provider,
}

export const phonePath = (language: Language) => `/phone?lang=${language}`
export const callPath = (language: Language, id: string) =>
  `/phone/call?id=${encodeURIComponent(id)}&lang=${language}`

const simulated = (language: Language) =>
  html`<p class="note">${m.phone_simulated({}, { locale: language })}</p>`

/** `isRefused`: the number that was dialled last is not in service. */
export const dialPage = (
  numbers: ReadonlyArray<PhoneNumberSetting>,
  language: Language,
  isRefused: boolean,
): Markup => {
  const locale = { locale: language }
  const title = m.phone_title({}, locale)
  return layout({
    language,
    party: title,
    title,
    otherHref: phonePath(otherLanguage(language)),
    content: html`<h1>${title}</h1>
      ${simulated(language)}
      ${isRefused ? html`<p role="alert">${m.phone_not_in_service({}, locale)}</p>` : ""}
      <form method="post" action="/phone/dial">
        <input type="hidden" name="lang" value="${language}" />
        <label for="number">${m.phone_number({}, locale)}</label>
        <input
          id="number"
          name="number"
          type="tel"
          autocomplete="off"
          required
          list="numbers"
          maxlength="40"
        />
        <datalist id="numbers">
          ${numbers.map(({ number }) => html`<option value="${number}"></option>`)}
        </datalist>
        <button class="first">${m.phone_dial({}, locale)}</button>
      </form>`,
  })
}

const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`

/** What the caller hears before anything costs. */
const announcement = ({ pin, tariff_cents, start_cents }: CallRow, language: Language): Markup => {
  const locale = { locale: language }
  const tariff = formatMoney(tariff_cents, language)
  const start = formatMoney(start_cents, language)
  return html`<p>${m.phone_tariff({ tariff }, locale)}</p>
    ${start_cents > 0 ? html`<p>${m.phone_start({ start }, locale)}</p>` : ""}
    <p>${m.phone_free_until_connected({}, locale)}</p>
    <p>${m.phone_pin({}, locale)}</p>
    <p class="amount" id="pin">${pin.replaceAll(/(?<=\d)(?=\d)/gu, " ")}</p>`
}

const figures = (call: CallRow, language: Language): Markup => {
  const locale = { locale: language }
  return html`<dl>
    <dt>${m.phone_time({}, locale)}</dt>
    <dd class="amount">${clock(call.seconds)}</dd>
    <dt>${m.phone_cost({}, locale)}</dt>
    <dd class="amount">${formatMoney(callCost(call), language)}</dd>
  </dl>`
}

const ways = ({ id }: CallRow, language: Language): Markup => {
  const locale = { locale: language }
  return html`<form method="post" action="/phone/end">
    <input type="hidden" name="lang" value="${language}" />
    <input type="hidden" name="id" value="${id}" />
    <button name="how" value="caller" class="first">${m.phone_hang_up({}, locale)}</button>
    <button name="how" value="line">${m.phone_lose_line({}, locale)}</button>
  </form>`
}

const heading = ({ state }: CallRow, language: Language): string => {
  const locale = { locale: language }
  switch (state) {
    case "waiting":
      return m.phone_waiting({}, locale)
    case "talking":
      return m.phone_talking({}, locale)
    case "ended":
      return m.phone_ended({}, locale)
  }
}

export const callPage = (call: CallRow, language: Language): Markup => {
  const locale = { locale: language }
  const title = heading(call, language)
  return layout({
    language,
    party: m.phone_title({}, locale),
    title: `${title} – ${call.number}`,
    otherHref: callPath(otherLanguage(language), call.id),
    content: html`<h1>${title}</h1>
      ${simulated(language)}
      <p>${m.phone_called({ number: call.number }, locale)}</p>
      ${call.state === "waiting" ? announcement(call, language) : figures(call, language)}
      ${
        call.announced === null || call.state === "ended"
          ? ""
          : html`<p role="status">${m.phone_about_to_end({}, locale)}</p>`
      }
      ${
        call.end_reason === null
          ? ways(call, language)
          : html`<p>${END_TEXTS[call.end_reason]({}, locale)}</p>
              <p>
                <a class="action first" href="${phonePath(language)}"
                  >${m.phone_dial_again({}, locale)}</a
                >
              </p>`
      }`,
  })
}

export const unknownCallPage = (language: Language): Markup => {
  const title = m.phone_title({}, { locale: language })
  return layout({
    language,
    party: title,
    title,
    otherHref: phonePath(otherLanguage(language)),
    content: html`<h1>${m.phone_unknown({}, { locale: language })}</h1>`,
  })
}
