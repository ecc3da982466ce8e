/** The mailbox's pages: all mails or those to one address, and one mail. Pure. */
import { m } from "@foldcast/messages/messages"
import { html } from "hono/html"
import { layout, type Markup } from "../page/layout.ts"
import { type Language, otherLanguage } from "../page/language.ts"
import { mailHtmlPath, mailListPath, mailPath } from "./paths.ts"
import type { MailboxEntry } from "./mailbox.ts"

/** The server does not know the browser's zone: the time names its own. */
const momentFormat = (region: string) =>
  new Intl.DateTimeFormat(region, {
    dateStyle: "medium",
    timeStyle: "long",
    timeZone: "Europe/Amsterdam",
  })
const MOMENTS: Readonly<Record<Language, Intl.DateTimeFormat>> = {
  nl: momentFormat("nl-NL"),
  en: momentFormat("en-US"),
}

const momentOf = ({ receivedAt }: MailboxEntry, language: Language): Markup =>
  html`<time datetime="${new Date(receivedAt).toISOString()}"
    >${MOMENTS[language].format(receivedAt)}</time
  >`

const subjectOf = ({ subject }: MailboxEntry, language: Language) =>
  subject === "" ? m.mailbox_no_subject({}, { locale: language }) : subject

const entry = (mail: MailboxEntry, language: Language, to: string | null): Markup =>
  html`<li>
    <a href="${mailPath(mail.id, language, to)}">${subjectOf(mail, language)}</a>
    <p>${mail.to}</p>
    <p>${momentOf(mail, language)}</p>
  </li>`

const searchForm = (language: Language, to: string | null): Markup => {
  const locale = { locale: language }
  return html`<form method="get" action="/mailbox" role="search">
    <input type="hidden" name="lang" value="${language}" />
    <label for="to">${m.mailbox_to_label({}, locale)}</label>
    <input id="to" name="to" type="email" autocomplete="off" value="${to ?? ""}" />
    <button>${m.mailbox_show({}, locale)}</button>
  </form>`
}

export interface MailList {
  readonly mails: ReadonlyArray<MailboxEntry>
  /** Whose they are; null for everybody's. */
  readonly to: string | null
}

/** The newest first. */
export const mailListPage = ({ mails, to }: MailList, language: Language): Markup => {
  const locale = { locale: language }
  return layout({
    language,
    party: m.mailbox_title({}, locale),
    title: to === null ? m.mailbox_list_title({}, locale) : m.mailbox_list_title_to({ to }, locale),
    otherHref: mailListPath(otherLanguage(language), to),
    content: html`<h1>
        ${to === null ? m.mailbox_list_title({}, locale) : m.mailbox_list_title_to({ to }, locale)}
      </h1>
      <p class="note">${m.mailbox_simulated({}, locale)}</p>
      ${searchForm(language, to)}
      ${
        mails.length === 0
          ? html`<p>${m.mailbox_empty({}, locale)}</p>`
          : html`<ul class="mails">
              ${mails.map((mail) => entry(mail, language, to))}
            </ul>`
      }
      ${
        to === null
          ? ""
          : html`<p><a href="${mailListPath(language, null)}">${m.mailbox_all({}, locale)}</a></p>`
      }`,
  })
}

const partsOf = (mail: MailboxEntry, language: Language): Markup => {
  const locale = { locale: language }
  return html`<h2>${m.mailbox_links({}, locale)}</h2>
    ${
      mail.links.length === 0
        ? html`<p>${m.mailbox_no_links({}, locale)}</p>`
        : html`<ul>
            ${mail.links.map((link) => html`<li><a href="${link}" rel="noreferrer">${link}</a></li>`)}
          </ul>`
    }
    <h2>${m.mailbox_text({}, locale)}</h2>
    <pre>${mail.text}</pre>
    ${
      mail.html === ""
        ? ""
        : html`<h2>${m.mailbox_html({}, locale)}</h2>
            <iframe
              sandbox
              src="${mailHtmlPath(mail.id)}"
              title="${m.mailbox_html_frame({ subject: subjectOf(mail, language) }, locale)}"
            ></iframe>`
    }`
}

export const mailPage = (mail: MailboxEntry, language: Language, to: string | null): Markup => {
  const locale = { locale: language }
  return layout({
    language,
    party: m.mailbox_title({}, locale),
    title: subjectOf(mail, language),
    otherHref: mailPath(mail.id, otherLanguage(language), to),
    content: html`<p><a href="${mailListPath(language, to)}">${m.mailbox_back({}, locale)}</a></p>
      <h1>${subjectOf(mail, language)}</h1>
      <dl>
        <dt>${m.mailbox_from({}, locale)}</dt>
        <dd>${mail.from}</dd>
        <dt>${m.mailbox_to({}, locale)}</dt>
        <dd>${mail.to}</dd>
        <dt>${m.mailbox_received({}, locale)}</dt>
        <dd>${momentOf(mail, language)}</dd>
      </dl>
      ${partsOf(mail, language)}`,
  })
}

export const noMailPage = (language: Language): Markup => {
  const locale = { locale: language }
  return layout({
    language,
    party: m.mailbox_title({}, locale),
    title: m.mailbox_unknown({}, locale),
    otherHref: mailListPath(otherLanguage(language), null),
    content: html`<h1>${m.mailbox_unknown({}, locale)}</h1>
      <p>${m.mailbox_unknown_text({}, locale)}</p>
      <p><a href="${mailListPath(language, null)}">${m.mailbox_all({}, locale)}</a></p>`,
  })
}
