/** The first page of the simulators: what each party is, and the ways to them. Pure. */
import { m } from "@foldcast/messages/messages"
import { html } from "hono/html"
import { deskPath } from "./desk/paths.ts"
import { phonePath } from "./phone/pages.ts"
import { type Language, otherLanguage } from "./page/language.ts"
import { layout, type Markup } from "./page/layout.ts"

export const indexPage = (
  language: Language,
  { hasDesk, hasPhone }: { readonly hasDesk: boolean; readonly hasPhone: boolean },
): Markup => {
  const locale = { locale: language }
  const title = m.bank_index_title({}, locale)
  return layout({
    language,
    party: title,
    title,
    otherHref: `/?lang=${otherLanguage(language)}`,
    content: html`<h1>${title}</h1>
      <p class="note">${m.bank_index_text({}, locale)}</p>
      <h2>${m.bank_title({}, locale)}</h2>
      <p>${m.bank_index_bank({}, locale)}</p>
      <h2>${m.mailbox_title({}, locale)}</h2>
      <p>${m.mailbox_index_text({}, locale)}</p>
      <p>
        <a class="action" href="/mailbox?lang=${language}">${m.mailbox_open({}, locale)}</a>
      </p>
      ${
        hasPhone
          ? html`<h2>${m.phone_title({}, locale)}</h2>
              <p>${m.phone_index_text({}, locale)}</p>
              <p>
                <a class="action" href="${phonePath(language)}">${m.phone_open({}, locale)}</a>
              </p>`
          : ""
      }
      ${
        hasDesk
          ? html`<h2>${m.desk_title({}, locale)}</h2>
              <p>${m.desk_index_text({}, locale)}</p>
              <p>
                <a class="action" href="${deskPath(language)}">${m.desk_open({}, locale)}</a>
              </p>`
          : ""
      }`,
  })
}
