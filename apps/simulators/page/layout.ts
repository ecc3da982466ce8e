/** The frame of every page, and its response headers. Pure. */
import { m } from "@foldcast/messages/messages"
import { html } from "hono/html"
import { type Language, otherLanguage } from "./language.ts"

export type Markup = ReturnType<typeof html>

export interface LayoutPage {
  readonly language: Language
  /** Which outside party this is. */
  readonly party: string
  readonly title: string
  /** The same page in the other language. */
  readonly otherHref: string
  readonly content: Markup
  /** Addresses of modules. */
  readonly scripts?: ReadonlyArray<string>
  readonly isWide?: boolean
}

const NAMES: Readonly<Record<Language, () => string>> = {
  nl: () => m.language_nl({}, { locale: "nl" }),
  en: () => m.language_en({}, { locale: "en" }),
}

export const layout = (page: LayoutPage): Markup => {
  const { language, party, title, otherHref, content, scripts = [], isWide = false } = page
  const other = otherLanguage(language)
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

/** What a page may load beside its style sheet: a frame of its own server, or a script of it and its requests. */
const ALLOWED = {
  frames: ["frame-src 'self'"],
  scripts: ["script-src 'self'", "connect-src 'self'"],
} as const

/** `formTarget`: the origin that a form's answer may redirect to, beside the page's own. */
export const pageHeaders = (
  formTarget: string | null,
  allowed: keyof typeof ALLOWED | null = null,
): Readonly<Record<string, string>> => ({
  "Cache-Control": "no-store",
  "Content-Security-Policy": [
    "default-src 'none'",
    "style-src 'self'",
    "img-src data:",
    ...(allowed === null ? [] : ALLOWED[allowed]),
    `form-action 'self'${formTarget === null ? "" : ` ${formTarget}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  // With no-referrer a browser sends no Origin with a form either, and the desk asks for it.
  "Referrer-Policy": allowed === "scripts" ? "same-origin" : "no-referrer",
  "X-Content-Type-Options": "nosniff",
  Rating: "RTA-5042-1996-1400-1577-RTA",
})
