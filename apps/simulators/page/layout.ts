/** The frame of every page, and the headers that belong to it. */
import { m } from "@foldcast/messages/messages"
import { html } from "hono/html"
import type { Language } from "./language.ts"

export type Markup = ReturnType<typeof html>

export interface LayoutPage {
  readonly language: Language
  /** Which outside party this is. */
  readonly party: string
  readonly title: string
  /** The same page in the other language. */
  readonly otherHref: string
  readonly content: Markup
  /** What runs in it. */
  readonly scripts?: ReadonlyArray<string>
  readonly isWide?: boolean
}

const OTHER: Readonly<Record<Language, Language>> = { nl: "en", en: "nl" }
const NAMES: Readonly<Record<Language, () => string>> = {
  nl: () => m.language_nl({}, { locale: "nl" }),
  en: () => m.language_en({}, { locale: "en" }),
}

export const layout = (page: LayoutPage): Markup => {
  const { language, party, title, otherHref, content, scripts = [], isWide = false } = page
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
        ${scripts.map((script) => html`<script type="module" src="${script}"></script>`)}
      </head>
      <body class="${isWide ? "wide" : ""}">
        <header>
          <p>${party}</p>
          <a href="${otherHref}" hreflang="${other}" lang="${other}">${NAMES[other]()}</a>
        </header>
        <main>${content}</main>
      </body>
    </html>`
}

/** Another page of ours inside, or a script of ours that asks for more. */
const MORE = {
  frames: ["frame-src 'self'"],
  scripts: ["script-src 'self'", "connect-src 'self'"],
} as const

/** `formTarget`: where a form's answer may lead the browser besides here. */
export const pageHeaders = (
  formTarget: string | null,
  more: keyof typeof MORE | null = null,
): Readonly<Record<string, string>> => ({
  "Cache-Control": "no-store",
  "Content-Security-Policy": [
    "default-src 'none'",
    "style-src 'self'",
    "img-src data:",
    ...(more === null ? [] : MORE[more]),
    `form-action 'self'${formTarget === null ? "" : ` ${formTarget}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  // A browser that names no referrer names no origin with a form either.
  "Referrer-Policy": more === "scripts" ? "same-origin" : "no-referrer",
  "X-Content-Type-Options": "nosniff",
  Rating: "RTA-5042-1996-1400-1577-RTA",
})
