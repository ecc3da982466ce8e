/** Parses a mail as it came over SMTP into the parts that the mailbox shows. */
import PostalMime from "postal-mime"
import type { MailParts } from "./mailbox.ts"

const LINK = /https?:\/\/[^\s<>"]+/gu
/** Punctuation that ends the sentence around an address and is no part of it. */
const TRAILING = /[.,;:!?)\]]+$/u

const linksIn = (text: string): ReadonlyArray<string> => [
  ...new Set((text.match(LINK) ?? []).map((link) => link.replace(TRAILING, ""))),
]

/** Rejects what is no mail. */
export const parseMail = async (raw: Uint8Array): Promise<MailParts> => {
  const { from, subject, text, html } = await PostalMime.parse(raw)
  return {
    from: from === undefined ? "" : `${from.name} <${from.address ?? ""}>`.trim(),
    subject: subject ?? "",
    text: text ?? "",
    html: html ?? "",
    links: linksIn(text ?? ""),
  }
}
