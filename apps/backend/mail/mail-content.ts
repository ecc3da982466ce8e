/**
 * A finished mail: subject, plain text and HTML with the same words. The HTML works in screen readers and without
 * images, and fetches nothing. Every value in it is escaped, and line breaks and other control characters are removed
 * from values first. Pure.
 */
import { m } from "@foldcast/messages/messages"
import { type Letter, letterOf } from "./letter.ts"
import type { MailBrand } from "./mail-brand.ts"
import { htmlOf } from "./mail-html.ts"
import type { Mail } from "./mail.ts"

export interface MailContent {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Control characters, line separators, and marks that change the direction of text. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu

/** Makes one line of plain text. */
export const oneLine = (text: string): string => text.replaceAll(UNPRINTABLE, " ").trim()

const linesOf = <A>(value: A): A =>
  (typeof value === "string"
    ? oneLine(value)
    : value instanceof Date || typeof value !== "object" || value === null
      ? value
      : Object.fromEntries(Object.entries(value).map(([key, part]) => [key, linesOf(part)]))) as A

const textOf = (letter: Letter, { lang }: Mail, brand: MailBrand): string =>
  [
    m.mail_greeting({}, { locale: lang }),
    letter.text,
    ...(letter.action === null
      ? []
      : [`${letter.action.label}:\n${letter.action.link}`, letter.action.validity]),
    ...(letter.rows.length === 0
      ? []
      : [letter.rows.map(([label, value]) => `${label}: ${value}`).join("\n")]),
    letter.notYou,
    brand.name,
    `-- \n${footerOf(brand, lang)}`,
  ].join("\n\n") + "\n"

const footerOf = ({ company }: MailBrand, lang: Mail["lang"]) =>
  m.mail_footer({ company: company.name, contact: company.email }, { locale: lang })

export const mailContent = (given: Mail, givenBrand: MailBrand): MailContent => {
  const mail = linesOf(given)
  const brand = linesOf(givenBrand)
  const letter = letterOf(mail, brand)
  return {
    subject: letter.subject,
    text: textOf(letter, mail, brand),
    html: htmlOf({
      lang: mail.lang,
      brand,
      greeting: m.mail_greeting({}, { locale: mail.lang }),
      letter,
      linkPlain: m.mail_link_plain({}, { locale: mail.lang }),
      footer: footerOf(brand, mail.lang),
    }),
  }
}
