/**
 * The HTML part of a mail: one column under the brand's mark, a button where there is something to do, no image, no
 * script, nothing external. It is light by its inline styles; a mail program that is dark takes the style sheet's
 * colours, and one that drops style sheets shows it light. The language is set on the document and on its body, because
 * mail programs drop the former. Pure.
 */
import { oklchOf } from "@foldcast/colours/brand-colours"
import { hexOf } from "@foldcast/colours/contrast"
import type { Locale } from "@foldcast/contracts/units"
import type { Letter } from "./letter.ts"
import type { MailBrand } from "./mail-brand.ts"

export interface HtmlParts {
  readonly lang: Locale
  readonly brand: MailBrand
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

interface Accent {
  readonly brand: string
  readonly on: string
}

const accentOf = ({ colours }: MailBrand, theme: "dark" | "light"): Accent => ({
  brand: hexOf(oklchOf(colours[theme].brand)),
  on: hexOf(oklchOf(colours[theme].onBrand)),
})

/** The dark theme, over the inline styles. Every rule names colours alone. */
const darkSheet = ({ brand, on }: Accent): Markup =>
  new Markup(`
      :root { color-scheme: light dark; supported-color-schemes: light dark; }
      @media (prefers-color-scheme: dark) {
        .page { background: #151318 !important; color: #f2f0f4 !important; }
        .card { background: #1f1d24 !important; }
        .quiet { color: #bdb8c6 !important; }
        .end { border-color: #3b3843 !important; }
        .accent { background: ${brand} !important; color: ${on} !important; }
        .link { color: ${brand} !important; }
      }
    `)

/** A tile with the brand's first letter and its name: legible where pictures are not shown. */
const markHtml = (name: string, { brand, on }: Accent): Markup =>
  html`<table role="presentation" style="margin:0 0 24px;border-collapse:collapse">
    <tr>
      <td
        class="accent"
        aria-hidden="true"
        style="width:36px;height:36px;border-radius:9px;background:${brand};color:${on};font-size:20px;font-weight:800;line-height:36px;text-align:center"
      >
        ${name.slice(0, 1)}
      </td>
      <td style="padding-left:12px;font-size:18px;font-weight:700">${name}</td>
    </tr>
  </table>`

const buttonHtml = (label: string, address: string, { brand, on }: Accent): Markup =>
  html`<p style="margin:0 0 16px">
    <a
      class="accent"
      href="${address}"
      style="display:inline-block;padding:12px 20px;border-radius:8px;background:${brand};color:${on};font-weight:600;text-decoration:none"
      >${label}</a
    >
  </p>`

const linkHtml = (text: string, address: string, { brand }: Accent): Markup =>
  html`<a class="link" href="${address}" style="color:${brand};overflow-wrap:anywhere">${text}</a>`

/** The button with the address that it opens, in words below it. */
const actionHtml = (
  { label, link, validity }: NonNullable<Letter["action"]>,
  linkPlain: string,
  accent: Accent,
): Markup =>
  html`${buttonHtml(label, link, accent)}
    <p class="quiet" style="${QUIET}">${validity}</p>
    <p class="quiet" style="${QUIET}">${linkPlain}<br />${linkHtml(link, link, accent)}</p>`

/** A text in which the company's e-mail address is a link: whom to write to, where a reader may want to. */
const withContact = (text: string, { company }: MailBrand, accent: Accent): Part =>
  text
    .split(company.email)
    .flatMap((part, index) => [
      ...(index === 0 ? NONE : [linkHtml(company.email, `mailto:${company.email}`, accent)]),
      html`${part}`,
    ])

const rowsHtml = ({ rows }: Letter): Part =>
  rows.length === 0
    ? NONE
    : html`<table style="margin:0 0 16px;border-collapse:collapse">
        ${rows.map(
          ([label, value]) =>
            html`<tr>
              <th
                scope="row"
                class="quiet"
                style="padding:4px 16px 4px 0;text-align:left;font-weight:400;color:#4b5563;vertical-align:top"
              >
                ${label}
              </th>
              <td style="padding:4px 0;overflow-wrap:anywhere">${value}</td>
            </tr>`,
        )}
      </table>`

export const htmlOf = (parts: HtmlParts): string => {
  const { lang, brand, greeting, letter, linkPlain, footer } = parts
  const { action, notYou } = letter
  const accent = accentOf(brand, "light")
  return html`<!doctype html>
    <html lang="${lang}" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${letter.subject}</title>
        <style>
          ${darkSheet(accentOf(brand, "dark"))}
        </style>
      </head>
      <body
        class="page"
        lang="${lang}"
        style="margin:0;padding:24px 16px;background:#eef0f3;color:#1d2430;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Arial,sans-serif"
      >
        <div
          class="card"
          role="article"
          lang="${lang}"
          style="max-width:544px;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px"
        >
          ${markHtml(brand.name, accent)}
          <h1 style="margin:0 0 16px;font-size:22px;line-height:1.25">${letter.subject}</h1>
          <p style="${PARAGRAPH}">${greeting}</p>
          <p style="${PARAGRAPH}">${letter.text}</p>
          ${action === null ? NONE : actionHtml(action, linkPlain, accent)} ${rowsHtml(letter)}
          <p style="${PARAGRAPH}">${withContact(notYou, brand, accent)}</p>
          <p
            class="quiet end"
            style="margin:24px 0 0;padding-top:16px;border-top:1px solid #d5dae1;color:#4b5563;font-size:14px"
          >
            ${withContact(footer, brand, accent)}
          </p>
        </div>
      </body>
    </html> `.text
}
