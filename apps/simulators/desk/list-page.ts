/** The desk's first page: the performers that can be taken over. */
import { m } from "@foldcast/messages/messages"
import type { DeskPerformer } from "@foldcast/contracts/upstream/performer-desk"
import { html } from "hono/html"
import { layout, type Markup } from "../page/layout.ts"
import { type Language, otherLanguage } from "../page/language.ts"
import { DESK_SCRIPT_PATH, deskPath, deskRoomPath } from "./paths.ts"
import { logOutForm, refreshedContent } from "./desk-layout.ts"
import { maxLengthAttributes } from "./max-length.ts"
import { modeText, viewersText } from "./labels.ts"

const badge = (hold: DeskPerformer["hold"], locale: Language): string => {
  switch (hold) {
    case "yours":
      return ` · ${m.desk_badge_yours({}, { locale })}`
    case "others":
      return ` · ${m.desk_badge_others({}, { locale })}`
    case "nobody":
      return ""
  }
}

const item = ({ id, name, mode, viewers, hold }: DeskPerformer, language: Language): Markup =>
  html`<li id="performer-${id}" data-mode="${mode}">
    <a href="${deskRoomPath(id, language)}">${name}</a>
    <span
      >${modeText(mode, language)} · ${viewersText(viewers, language)}${badge(hold, language)}</span
    >
  </li>`

export interface PerformerListView {
  readonly performers: ReadonlyArray<DeskPerformer>
  /** What was looked for. */
  readonly name: string
  readonly mayLogOut: boolean
}

const RENEWED_EVERY_MS = 4_000

export const performerListPage = (
  { performers, name, mayLogOut }: PerformerListView,
  language: Language,
): Markup => {
  const locale = { locale: language }
  const title = m.desk_title({}, locale)
  const content = html`<h1>${title}</h1>
    <p class="note">${m.desk_simulated({}, locale)}</p>
    <form method="get" action="/desk" role="search" data-plain>
      <input type="hidden" name="lang" value="${language}" />
      <label for="name">${m.desk_search_label({}, locale)}</label>
      <input
        id="name"
        name="name"
        autocomplete="off"
        ${maxLengthAttributes(64, language)}
        value="${name}"
      />
      <button>${m.desk_show({}, locale)}</button>
    </form>
    <div id="nobody" data-live="whole">
      ${performers.length === 0 ? html`<p>${m.desk_none({}, locale)}</p>` : ""}
    </div>
    <ul id="performers" class="performers" data-live="items">
      ${performers.map((one) => item(one, language))}
    </ul>
    ${mayLogOut ? logOutForm(language) : ""}`
  return layout({
    language,
    party: title,
    title,
    otherHref: deskPath(otherLanguage(language), name),
    scripts: [DESK_SCRIPT_PATH],
    content: refreshedContent({
      version: 0,
      everyMs: RENEWED_EVERY_MS,
      language,
      problem: null,
      content,
    }),
  })
}
