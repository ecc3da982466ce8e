/** The mailbox's paths. Pure. */
import type { Language } from "../page/language.ts"

const withQuery = (path: string, lang: Language, to: string | null) =>
  `${path}?${new URLSearchParams({ ...(to !== null && { to }), lang }).toString()}`

export const mailListPath = (lang: Language, to: string | null) => withQuery("/mailbox", lang, to)
/** `to`: whose list the link back leads to. */
export const mailPath = (id: number, lang: Language, to: string | null) =>
  withQuery(`/mailbox/${id}`, lang, to)
export const mailHtmlPath = (id: number) => `/mailbox/${id}/html`
