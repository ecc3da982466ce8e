/** The mailbox's own addresses. Pure. */
import type { Language } from "../page/language.ts"

const withQuery = (path: string, lang: Language, to: string | null) =>
  `${path}?${new URLSearchParams({ ...(to !== null && { to }), lang }).toString()}`

export const listAddress = (lang: Language, to: string | null) => withQuery("/mailbox", lang, to)
/** `to` keeps the list one came from. */
export const mailAddress = (id: number, lang: Language, to: string | null) =>
  withQuery(`/mailbox/${id}`, lang, to)
export const htmlAddress = (id: number) => `/mailbox/${id}/html`
