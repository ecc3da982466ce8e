/**
 * The HTML part of a mail: one column, inline styles, no image, no script, nothing external. The language is set on
 * the document and on its body, because mail programs drop the former. Pure.
 */
import type { Locale } from "@foldcast/contracts/units"
import type { Letter } from "./letter.ts"

export interface HtmlParts {
  readonly lang: Locale
  readonly brand: string
  readonly greeting: string
  readonly letter: Letter
  /** The text above the written link. */
  readonly linkPlain: string
  readonly footer: string
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}
const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/gu, (sign) => ENTITIES[sign] ?? "")

/** Markup made by this module; everything else is escaped. */
class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
type Part = string | Markup | ReadonlyArray<Markup>

const rendered = (part: Part | undefined): string => {
  if (part === undefined) return ""
  if (part instanceof Markup) return part.text
  return typeof part === "string" ? escaped(part) : part.map(({ text }) => text).join("")
}

const html = (texts: TemplateStringsArray, ...parts: ReadonlyArray<Part>): Markup =>
  new Markup(texts.map((text, index) => text + rendered(parts[index])).join(""))

const NONE: ReadonlyArray<Markup> = []
const PARAGRAPH = "margin:0 0 16px"
const QUIET = "margin:0 0 16px;color:#4b5563;font-size:14px"

const actionHtml = ({ action }: Letter, linkPlain: string): Part =>
  action === null
    ? NONE
    : html`<p style="margin:0 0 16px">
          <a
            href="${action.link}"
            style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1f4f82;color:#ffffff;font-weight:600;text-decoration:none"
            >${action.label}</a
          >
        </p>
        <p style="${QUIET}">${action.validity}</p>
        <p style="${QUIET}">
          ${linkPlain}<br /><a href="${action.link}" style="color:#1f4f82;overflow-wrap:anywhere"
            >${action.link}</a
          >
        </p>`

const rowsHtml = ({ rows }: Letter): Part =>
  rows.length === 0
    ? NONE
    : html`<table style="margin:0 0 16px;border-collapse:collapse">
        ${rows.map(
          ([label, value]) =>
            html`<tr>
              <th
                scope="row"
                style="padding:4px 16px 4px 0;text-align:left;font-weight:400;color:#4b5563;vertical-align:top"
              >
                ${label}
              </th>
              <td style="padding:4px 0;overflow-wrap:anywhere">${value}</td>
            </tr>`,
        )}
      </table>`

export const htmlOf = ({ lang, brand, greeting, letter, linkPlain, footer }: HtmlParts): string =>
  html`<!doctype html>
    <html lang="${lang}" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${letter.subject}</title>
      </head>
      <body
        lang="${lang}"
        style="margin:0;padding:24px 16px;background:#eef0f3;color:#1d2430;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Arial,sans-serif"
      >
        <div
          role="article"
          lang="${lang}"
          style="max-width:544px;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px"
        >
          <p style="margin:0 0 24px;font-weight:700">${brand}</p>
          <h1 style="margin:0 0 16px;font-size:22px;line-height:1.25">${letter.subject}</h1>
          <p style="${PARAGRAPH}">${greeting}</p>
          <p style="${PARAGRAPH}">${letter.text}</p>
          ${actionHtml(letter, linkPlain)} ${rowsHtml(letter)}
          <p style="${PARAGRAPH}">${letter.notYou}</p>
          <p
            style="margin:24px 0 0;padding-top:16px;border-top:1px solid #d5dae1;color:#4b5563;font-size:14px"
          >
            ${footer}
          </p>
        </div>
      </body>
    </html> `.text
