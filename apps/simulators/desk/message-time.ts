/** When a message was sent, in the zone of the site's performers: the server does not know the browser's. Pure. */
import { html } from "hono/html"
import type { Language } from "../page/language.ts"
import type { Markup } from "../page/layout.ts"

const format = (region: string) =>
  new Intl.DateTimeFormat(region, {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: "Europe/Amsterdam",
  })
const FORMATS: Readonly<Record<Language, Intl.DateTimeFormat>> = {
  nl: format("nl-NL"),
  en: format("en-US"),
}

export const messageTime = (at: number, language: Language): Markup =>
  html`<time datetime="${new Date(at).toISOString()}">${FORMATS[language].format(at)}</time>`
