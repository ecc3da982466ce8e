/** The frame of every page, and the headers that belong to it. */
import { m } from "@foldcast/messages/messages"
import { html } from "hono/html"
import type { Language } from "./language.ts"

export type Markup = ReturnType<typeof html>

export interface Page {
  readonly language: Language
  /** Which outside party this is. */
  readonly party: string
  readonly title: string
  /** The same page in the other language. */
  readonly otherHref: string
  readonly content: Markup
}

const OTHER: Readonly<Record<Language, Language>> = { nl: "en", en: "nl" }
const NAMES: Readonly<Record<Language, () => string>> = {
  nl: () => m.language_nl({}, { locale: "nl" }),
  en: () => m.language_en({}, { locale: "en" }),
}

export const layout = ({ language, party, title, otherHref, content }: Page): Markup => {
  const other = OTHER[language]
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="stylesheet" href="/style.css" />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <header>
          <p>${party}</p>
          <a href="${otherHref}" hreflang="${other}" lang="${other}">${NAMES[other]()}</a>
        </header>
        <main>${content}</main>
      </body>
    </html>`
}

/**
 * `formTarget`: where a form's answer may lead the browser besides here. `frames`: whether the page shows
 * another of ours inside.
 */
export const pageHeaders = (
  formTarget: string | null,
  frames = false,
): Readonly<Record<string, string>> => ({
  "Cache-Control": "no-store",
  "Content-Security-Policy": [
    "default-src 'none'",
    "style-src 'self'",
    "img-src data:",
    ...(frames ? ["frame-src 'self'"] : []),
    `form-action 'self'${formTarget === null ? "" : ` ${formTarget}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  Rating: "RTA-5042-1996-1400-1577-RTA",
})
