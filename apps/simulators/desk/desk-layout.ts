/** What the desk's pages share: the part that the script brings up to date, and logging in and out. */
import { m } from "@foldcast/messages/messages"
import { html } from "hono/html"
import { layout, type Markup } from "../page/layout.ts"
import { type Language, otherLanguage } from "../page/language.ts"
import { deskPath } from "./paths.ts"

export interface RefreshedContent {
  /** The script asks for the next one. */
  readonly version: number
  /** Milliseconds between two requests of the script. */
  readonly everyMs: number
  readonly language: Language
  /** Why what was pressed was not done. */
  readonly problem: string | null
  readonly content: Markup
}

export const refreshedContent = (shown: RefreshedContent): Markup => {
  const { version, everyMs, language, problem: why, content } = shown
  const locale = { locale: language }
  return html`<div class="notices">
      <p
        id="connection"
        class="connection"
        role="status"
        data-lost="${m.desk_lost({}, locale)}"
        data-again="${m.desk_again({}, locale)}"
        data-problem="${m.desk_problem_other({}, locale)}"
        data-gone="${m.desk_gone({}, locale)}"
      ></p>
      ${problemNotice(why)}
      <p id="cut" class="problem" role="status"></p>
    </div>
    <noscript><p class="note">${m.desk_noscript({}, locale)}</p></noscript>
    <div id="desk" data-version="${version}" data-every="${everyMs}">${content}</div>`
}

export const problemNotice = (text: string | null): Markup =>
  html`<p id="problem" class="problem" role="alert">${text ?? ""}</p>`

export const logOutForm = (language: Language): Markup =>
  html`<form method="post" action="/desk/log-out?lang=${language}" data-plain>
    <button>${m.desk_log_out({}, { locale: language })}</button>
  </form>`

/** A page without a script. */
const deskPage = (language: Language, title: string, content: Markup): Markup =>
  layout({
    language,
    party: m.desk_title({}, { locale: language }),
    title,
    otherHref: deskPath(otherLanguage(language)),
    content,
  })

export const logInPage = (wrong: "wrong" | "tooOften" | null, language: Language): Markup => {
  const locale = { locale: language }
  const title = m.desk_log_in_title({}, locale)
  const why = { wrong: m.desk_password_wrong, tooOften: m.desk_too_often } as const
  return deskPage(
    language,
    title,
    html`<h1>${title}</h1>
      ${problemNotice(wrong === null ? null : why[wrong]({}, locale))}
      <form method="post" action="/desk/log-in?lang=${language}">
        <label for="password">${m.desk_password({}, locale)}</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
        />
        <button class="first">${m.desk_log_in({}, locale)}</button>
      </form>`,
  )
}

/** There is no such performer, the backend does not answer, or another site's page sent the request. */
export const errorPage = (
  what: "unknown" | "unreachable" | "origin",
  language: Language,
): Markup => {
  const locale = { locale: language }
  const title = {
    unknown: m.desk_unknown,
    unreachable: m.desk_unreachable,
    origin: m.desk_problem_other,
  }[what]({}, locale)
  const text = {
    unknown: null,
    unreachable: m.desk_unreachable_text,
    origin: m.desk_problem_origin,
  }[what]
  return deskPage(
    language,
    title,
    html`<h1>${title}</h1>
      ${problemNotice(text === null ? null : text({}, locale))}
      <p><a href="${deskPath(language)}">${m.desk_back({}, locale)}</a></p>`,
  )
}
